//! By how much one symbol or card exceeds another.

/// Counts by how much each of `after` exceeds its partner in `before`, modulo n.
pub(crate) fn differences(before: &[u16], after: &[u16], n: usize) -> Vec<u32> {
    // Without a division: the difference plus n is below 2n.
    let mut table = vec![0_u32; 2 * n];
    for (&before, &after) in before.iter().zip(after) {
        table[n + usize::from(after) - usize::from(before)] += 1;
    }
    let high = table.split_off(n);
    table.iter_mut().zip(high).for_each(|(low, high)| *low += high);
    table
}
