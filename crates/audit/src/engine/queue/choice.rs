//! The choice of the task with which a worker helps that finds none to begin.

/// A task as whoever looks for work sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Its blocks that nobody has taken.
    pub(super) blocks: u64,
    /// The workers that count them.
    pub(super) workers: u64,
}

/// The task with the most blocks for each worker, one more counted in; of equal ones the last. `None` where no worker would
/// find a block.
pub(super) fn to_help(tasks: impl Iterator<Item = (usize, Open)>) -> Option<usize> {
    let each = |Open { blocks, workers }: Open| blocks / (1 + workers);
    let helpful = tasks.map(|(index, open)| (index, each(open))).filter(|(_, each)| *each > 0);
    helpful.max_by_key(|(_, each)| *each).map(|(index, _)| index)
}
