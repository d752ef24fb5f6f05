<?php
// Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of my_shuffle.

$cards = (int) getenv('SHUFFLE_CARDS'); // cards in the deck
$deal = (int) getenv('SHUFFLE_DEAL'); // how many of them to write
$trials = (int) getenv('SHUFFLE_TRIALS'); // decks to write, no more and no fewer

// The same seed must give the same decks.
mt_srand((int) getenv('SHUFFLE_SEED'));

function my_shuffle(array &$deck): void
{
    for ($i = count($deck) - 1; $i > 0; $i--) {
        $j = mt_rand(0, $i);
        [$deck[$i], $deck[$j]] = [$deck[$j], $deck[$i]];
    }
}

for ($trial = 0; $trial < $trials; $trial++) {
    $deck = range(0, $cards - 1); // each deck starts in order, from 0
    my_shuffle($deck);
    echo implode(' ', array_slice($deck, 0, $deal)), "\n";
}
