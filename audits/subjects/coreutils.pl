# GNU coreutils: `shuf` or `sort -R` (named by the argument), fed with bytes from SHA-256 in counter mode.
# A process a deck would take a millisecond each, so each process shuffles the cards of a hundred decks
# together: if all its orders are equally likely, so are those of every deck among the others.
use strict;
use warnings;
use Digest::SHA qw(sha256);
use File::Temp qw(tempfile);

my ($cards, $trials, $seed) = @ENV{qw(SHUFFLE_CARDS SHUFFLE_TRIALS SHUFFLE_SEED)};
my $tool = shift // die "usage: coreutils.pl shuf|sort\n";
my $together = 100;
my ($file, $source) = tempfile(UNLINK => 1);
my $chunk = 0;
while ($trials > 0) {
    seek $file, 0, 0;
    print $file sha256("$seed $chunk $_") for 1 .. $cards * $together / 4 + 8;
    $file->flush;
    my $last = $cards * $together - 1;
    my $command =
        $tool eq 'shuf'
        ? "shuf --random-source=$source -i 0-$last"
        : "seq 0 $last | sort -R --random-source=$source";
    my @decks = map { [] } 1 .. $together;
    open my $shuffled, '-|', $command or die "cannot run $command: $!\n";
    while (my $card = <$shuffled>) {
        push @{ $decks[$card / $cards] }, $card % $cards;
    }
    close $shuffled or die "$command failed\n";
    for my $deck (@decks) {
        last if $trials-- <= 0;
        print join(' ', @$deck), "\n";
    }
    $chunk++;
}
