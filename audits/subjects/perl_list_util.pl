# Perl's List::Util::shuffle, on perl's own 48-bit generator.
use strict;
use warnings;
use List::Util qw(shuffle);

my ($cards, $trials, $seed) = @ENV{qw(SHUFFLE_CARDS SHUFFLE_TRIALS SHUFFLE_SEED)};
srand $seed;
print join(' ', shuffle 0 .. $cards - 1), "\n" for 1 .. $trials;
