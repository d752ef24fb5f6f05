//! The choice of the task with which a worker helps that finds none to begin.

/// A task as a worker that looks for work sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) blocks: u64,
    pub(super) workers: u64,
}

/// The task with the most blocks for each worker, one more counted in; of equal ones the last. `None` where no worker would
/// find a block.
pub(super) fn to_help(tasks: impl Iterator<Item = (usize, Open)>) -> Option<usize> {
    let each = |Open { blocks, workers }: Open| blocks / (1 + workers);
    let helpful = tasks.map(|(index, open)| (index, each(open))).filter(|(_, each)| *each > 0);
    helpful.max_by_key(|(_, each)| *each).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helped(tasks: &[(u64, u64)]) -> Option<usize> {
        to_help(tasks.iter().map(|&(blocks, workers)| Open { blocks, workers }).enumerate())
    }

    #[test]
    fn help_goes_where_each_worker_has_the_most_blocks() {
        // 50 and 30 blocks for each of two, 60 for one of one more.
        assert_eq!(helped(&[(100, 1), (60, 1), (60, 0)]), Some(2));
        // The one who helps counts: 10 for each of ten, 12 for each of two.
        assert_eq!(helped(&[(100, 9), (24, 1)]), Some(1));
        assert_eq!(helped(&[(8, 1), (8, 1), (7, 1)]), Some(1), "of equal ones the last");
    }

    #[test]
    fn who_would_find_no_block_helps_with_nothing() {
        assert_eq!(helped(&[]), None);
        assert_eq!(helped(&[(0, 0), (2, 2)]), None);
        assert_eq!(helped(&[(0, 0), (3, 2)]), Some(1));
    }
}
