//! The tree of all paths, and how it is drawn.

use crate::{algorithm, walkable};
use shuffle_algorithms::{Shape, dice::DiceSpec};
use shuffle_exact::{
    number::fraction,
    paths::{Roll, Route},
    render,
    tree::{Node, Tree},
};

fn tree(name: &str, cards: usize) -> Tree {
    Tree::of(&algorithm(name), &Route::new(Shape::whole(cards), 10_000)).unwrap()
}

#[test]
fn naive_on_three_cards_has_3_9_and_27_nodes() {
    let tree = tree("naive", 3);
    assert_eq!(tree.levels(), [3, 9, 27]);
    assert_eq!(tree.nodes().len(), 1 + 3 + 9 + 27);
    let count =
        |order: [u32; 3]| tree.leaves().filter(|leaf| leaf.deck.as_deref() == Some(&order)).count();
    assert_eq!([count([0, 1, 2]), count([2, 1, 0]), count([2, 0, 1])], [4; 3]);
    assert_eq!([count([0, 2, 1]), count([1, 0, 2]), count([1, 2, 0])], [5; 3]);
    assert!(tree.leaves().all(|leaf| leaf.probability == fraction(1, 27)));
    // The article's slip: swapping the positions 1 and 2 of 321 gives 231.
    let by_roll = |depth, value| {
        let rolled = Some(Roll::Below { value, of: 3 });
        move |node: &&Node| node.depth == depth && node.roll == rolled
    };
    let third = tree.nodes().iter().rfind(by_roll(1, 2)).unwrap();
    assert_eq!(third.deck, Some(vec![2, 1, 0]));
    let swapped = tree.nodes().iter().rfind(by_roll(2, 0)).unwrap();
    assert_eq!(tree.nodes()[swapped.parent.unwrap()], *third);
    assert_eq!(swapped.deck, Some(vec![1, 2, 0]));
}

#[test]
fn every_deck_of_a_swap_program_is_shown_and_others_only_in_the_end() {
    assert!(tree("random-swaps-half", 4).nodes().iter().all(|node| node.deck.is_some()));
    assert_eq!(tree("random-swaps-half", 4).levels(), [4, 16, 64, 256]);
    let riffle = tree("human-riffle", 3);
    for node in &riffle.nodes()[1..] {
        assert_eq!(node.deck.is_some(), node.is_leaf);
    }
    let nine_in_ten = Roll::Chance { came: true, heads: 9, of: 10 };
    assert!(riffle.nodes().iter().any(|node| node.roll == Some(nine_in_ten)));
}

#[test]
fn a_tree_without_rolls_is_its_root() {
    for (name, deck) in [("identity", [0, 1, 2]), ("reverse", [2, 1, 0]), ("faro-in", [1, 0, 2])] {
        let tree = tree(name, 3);
        assert_eq!(tree.levels(), [0; 0]);
        assert_eq!(tree.nodes()[0].deck, Some(deck.to_vec()));
        assert!(tree.nodes()[0].is_leaf);
        assert_eq!(tree.nodes()[0].probability, fraction(1, 1));
    }
}

#[test]
fn the_probabilities_of_all_paths_add_up_to_one_and_so_do_those_of_any_fork() {
    for algorithm in walkable() {
        for dice in crate::DICE {
            let route = Route { dice, ..Route::new(Shape::whole(4), 5_000) };
            let Ok(tree) = Tree::of(&algorithm, &route) else { continue };
            let sum: shuffle_exact::Fraction = tree.leaves().map(|leaf| &leaf.probability).sum();
            assert_eq!(sum, fraction(1, 1), "{algorithm} with {dice}");
            let nodes = tree.nodes();
            let mut below = vec![fraction(0, 1); nodes.len()];
            for node in nodes {
                if let Some(parent) = node.parent {
                    below[parent] += &node.probability;
                    assert_eq!(nodes[parent].depth + 1, node.depth);
                }
            }
            for (node, below) in nodes.iter().zip(below) {
                assert!(node.is_leaf || below == node.probability);
            }
        }
    }
}

#[test]
fn values_that_never_come_have_no_path() {
    let of = |dice| {
        let route = Route { dice, ..Route::new(Shape::whole(3), 100) };
        Tree::of(&algorithm("fisher-yates"), &route).unwrap()
    };
    assert_eq!(of(DiceSpec::OffByOne).levels(), [2, 2]);
    // Words of two bits: values 0 to 2 with the weights 2, 1, 1, then 0 and 1 with 2, 2.
    let modulo = of(DiceSpec::Modulo { bits: 2 });
    let shares: Vec<_> = modulo.leaves().map(|leaf| leaf.probability.to_string()).collect();
    assert_eq!(shares, ["1/4", "1/4", "1/8", "1/8", "1/8", "1/8"]);
    // A coin of two bits shows 9 of 10 always.
    let route = Route { dice: DiceSpec::Modulo { bits: 2 }, ..Route::new(Shape::whole(3), 100) };
    let riffle = Tree::of(&algorithm("human-riffle"), &route).unwrap();
    let missed = |roll| matches!(roll, Some(Roll::Chance { came: false, .. }));
    assert!(!riffle.nodes().iter().any(|node| missed(node.roll)));
}

#[test]
fn passes_lengthen_the_tree() {
    let route = Route { passes: 2, ..Route::new(Shape::whole(2), 100) };
    assert_eq!(Tree::of(&algorithm("naive"), &route).unwrap().levels(), [2, 4, 8, 16]);
}

#[test]
fn the_tree_of_fisher_yates_is_drawn_in_lines() {
    insta::assert_snapshot!(render::text(&tree("fisher-yates", 3)), @"
    0 1 2
    ├─ 0: 2 1 0
    │  ├─ 0: 1 2 0  1/6
    │  └─ 1: 2 1 0  1/6
    ├─ 1: 0 2 1
    │  ├─ 0: 2 0 1  1/6
    │  └─ 1: 0 2 1  1/6
    └─ 2: 0 1 2
       ├─ 0: 1 0 2  1/6
       └─ 1: 0 1 2  1/6

    0 1 2  1 path  1/6  fair
    0 2 1  1 path  1/6  fair
    1 0 2  1 path  1/6  fair
    1 2 0  1 path  1/6  fair
    2 0 1  1 path  1/6  fair
    2 1 0  1 path  1/6  fair
    6 of 6 orders come, by 6 paths in all.
    ");
}

#[test]
fn the_tree_of_a_riffle_is_drawn_for_mermaid() {
    let mut lines = render::mermaid(&tree("human-riffle", 2));
    lines.truncate(lines.find("    n0 -->|1|").unwrap());
    insta::assert_snapshot!(lines, @r#"
    flowchart TD
        n0["0 1"]
        n0 -->|0| n1["..."]
        n1 -->|yes 9/10| n2["..."]
        n2 -->|yes 9/10| n3["0 1<br/>27/100"]
        n2 -->|no 1/10| n4["0 1<br/>3/100"]
        n1 -->|no 1/10| n5["0 1<br/>1/30"]
    "#);
}

#[test]
fn the_tree_of_naive_is_drawn_for_graphviz() {
    insta::assert_snapshot!(render::dot(&tree("naive", 2)), @r#"
    digraph paths {
        node [shape=box, fontname="monospace"];
        n0 [label="0 1"];
        n1 [label="0 1"];
        n0 -> n1 [label="0"];
        n2 [label="1 0\n1/4"];
        n1 -> n2 [label="0"];
        n3 [label="0 1\n1/4"];
        n1 -> n3 [label="1"];
        n4 [label="1 0"];
        n0 -> n4 [label="1"];
        n5 [label="0 1\n1/4"];
        n4 -> n5 [label="0"];
        n6 [label="1 0\n1/4"];
        n4 -> n6 [label="1"];
        tally [shape=plaintext, label="0 1: 2 paths, 1/2, fair\n1 0: 2 paths, 1/2, fair"];
    }
    "#);
}
