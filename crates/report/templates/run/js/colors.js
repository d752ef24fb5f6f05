// The diverging map of the heatmap: red is more often than it should be, blue more rarely.

const SHADES = 64; // a side

// On light paper the map of the pictures (crates/charts/src/color.rs).
const LIGHT = {
  fewer: ["#ffffff", "#d5e8f4", "#a7d1ef", "#7ab8e9", "#529ee1", "#3183d2", "#1c68bc", "#164fa0", "#15387d"],
  more: ["#ffffff", "#f7dfd6", "#f3bca9", "#ed9880", "#e1745c", "#cf5240", "#b6322b", "#98171f", "#760518"],
};

// On dark paper lightness grows outward instead. Laid out in Oklab: lightness is 0.21 + 0.61 t on both sides, hue 264 to
// 236 degrees (blue) and 20 to 55 degrees (red).
const DARK = {
  fewer: ["#16181b", "#1f2b3d", "#213e66", "#1e538e", "#176ab1", "#1a83ce", "#339ce3", "#5ab6f1", "#88cef8"],
  more: ["#16181b", "#3c2220", "#622a23", "#873323", "#a94221", "#c65727", "#dd733b", "#ed925b", "#f6b386"],
};

function channels(color) {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

/** The color of a share of the scale, as red, green and blue: -1 the end of blue, 0 paper, 1 the end of red. */
export function divergingColor(share, isDark) {
  const map = isDark ? DARK : LIGHT;
  const steps = share < 0 ? map.fewer : map.more;
  const along = (Math.round(Math.min(1, Math.abs(share)) * SHADES) / SHADES) * (steps.length - 1);
  const from = Math.min(steps.length - 2, Math.floor(along));
  const [a, b] = [channels(steps[from]), channels(steps[from + 1])];
  return a.map((channel, at) => Math.round(channel + (b[at] - channel) * (along - from)));
}

/** Paints values into a canvas, a pixel each; the page's style makes the pixels as large as they can be. */
export function paintCells(canvas, { rows, columns, values, scale, isDark }) {
  canvas.width = columns;
  canvas.height = rows;
  const shades = Array.from({ length: 2 * SHADES + 1 }, (_, at) => divergingColor(at / SHADES - 1, isDark));
  const image = new ImageData(columns, rows);
  values.forEach((value, cell) => {
    const share = Math.max(-1, Math.min(1, value / scale));
    const [red, green, blue] = shades[Math.round(share * SHADES) + SHADES];
    image.data.set([red, green, blue, 255], 4 * cell);
  });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
