# Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of my_shuffle.

CARDS = Integer(ENV.fetch("SHUFFLE_CARDS")) # cards in the deck
DEAL = Integer(ENV.fetch("SHUFFLE_DEAL")) # how many of them to write
TRIALS = Integer(ENV.fetch("SHUFFLE_TRIALS")) # decks to write, no more and no fewer

# The same seed must give the same decks.
RANDOM = Random.new(Integer(ENV.fetch("SHUFFLE_SEED")))

def my_shuffle(deck)
  (deck.length - 1).downto(1) do |i|
    j = RANDOM.rand(i + 1)
    deck[i], deck[j] = deck[j], deck[i]
  end
end

TRIALS.times do
  deck = (0...CARDS).to_a # each deck starts in order, from 0
  my_shuffle(deck)
  puts deck.first(DEAL).join(" ")
end
