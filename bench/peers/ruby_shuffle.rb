# Array#shuffle, each card counted at its position.
cards, decks = ARGV.map(&:to_i)
srand(52)
counts = Array.new(cards) { Array.new(cards, 0) }
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
decks.times do
  (0...cards).to_a.shuffle.each_with_index { |card, position| counts[position][card] += 1 }
end
puts "seconds #{Process.clock_gettime(Process::CLOCK_MONOTONIC) - start}"
puts "counted #{counts.flatten.sum}"
puts "version Ruby #{RUBY_VERSION}"
