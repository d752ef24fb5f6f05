// What connects a player with its drawings and its controls: buttons, a slider, the speed, keys, and a wish for no motion.

/** Lets a reader play. Keys act that are pressed inside `room`. Gives what else the page may ask for. */
export function connectPlayer({ player, drawings, controls, room }) {
  const [slider, output, speed] = ["input", "output", "select"].map((name) => controls.querySelector(name));
  const play = controls.querySelector("[data-action=play]");
  slider.max = player.steps;

  let before = null;
  function draw() {
    drawings.forEach((drawing) => drawing.show(player.step, player.way));
    slider.value = player.step;
    output.textContent = `step ${player.step} of ${player.steps}`;
    play.textContent = player.isPlaying ? "‖ pause" : "▶ play";
    play.setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
  }
  function frame(now) {
    player.tick(before === null ? 0 : now - before);
    draw();
    before = player.isMoving ? now : null;
    if (player.isMoving) requestAnimationFrame(frame);
  }
  function update(change) {
    const wasMoving = player.isMoving;
    change();
    draw();
    if (player.isMoving && !wasMoving) requestAnimationFrame(frame);
  }

  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => (player.isStill = still.matches);
  follow();
  still.addEventListener("change", follow);
  const faster = (by) => {
    speed.selectedIndex = Math.min(speed.length - 1, Math.max(0, speed.selectedIndex + by));
    player.speed = Number(speed.value);
  };
  const stop = (change) => () => {
    player.isPlaying = false;
    change();
  };
  const actions = {
    first: stop(() => player.show(0)),
    back: stop(() => player.show(player.step - 1)),
    play: () => player.toggle(),
    forward: stop(() => player.forward()),
    last: stop(() => player.show(player.steps)),
  };
  controls.addEventListener("click", (event) => {
    const action = event.target.closest("button")?.dataset.action;
    if (action) update(actions[action]);
  });
  slider.addEventListener("input", () => update(stop(() => player.show(Number(slider.value)))));
  speed.addEventListener("change", () => (player.speed = Number(speed.value)));
  const keys = {
    " ": actions.play,
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    "+": () => faster(1),
    "-": () => faster(-1),
  };
  room.addEventListener("keydown", (event) => {
    // A button, a slider and a list have keys of their own.
    const own = event.target.closest("button, select, summary, input");
    const isOwn = own && (event.key === " " || own.matches("select") || (own.matches("input") && event.key !== " "));
    if (!keys[event.key] || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    update(keys[event.key]);
  });
  draw();
  return {
    /** Lays cards out for the width that there is now. */
    refit() {
      if (drawings.map((drawing) => drawing.fit()).includes(true)) draw();
    },
    toggle: () => update(actions.play),
    pause: () => update(stop(() => {})),
  };
}
