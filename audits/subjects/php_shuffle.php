<?php
// PHP's shuffle, on the Mersenne Twister.
$cards = (int) getenv("SHUFFLE_CARDS");
$trials = (int) getenv("SHUFFLE_TRIALS");
mt_srand((int) getenv("SHUFFLE_SEED"));
for ($trial = 0; $trial < $trials; $trial++) {
    $deck = range(0, $cards - 1);
    shuffle($deck);
    echo implode(" ", $deck), "\n";
}
