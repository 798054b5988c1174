// @ts-check
// Numbers as shaded cells, blue above 0 and orange below: on canvas, or behind text.

/** Red, green and blue of a colour as a style writes it. */
function parts(pen, colour) {
  pen.fillStyle = colour; // a canvas writes every opaque colour as #rrggbb
  return [1, 3, 5].map((at) => Number.parseInt(pen.fillStyle.slice(at, at + 2), 16));
}

/** The two colours of cells in the theme of the moment. */
export function inks(canvas) {
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  const [more, less] = ["--tb-more", "--tb-less"].map((name) =>
    parts(pen, style.getPropertyValue(name).trim()),
  );
  return { more, less };
}

/** A picture of one point for each value from −1 to 1, in rows of so many. */
export function picture({ more, less }, values, columns) {
  const image = new ImageData(columns, Math.ceil(values.length / columns));
  values.forEach((value, k) => {
    image.data.set(value < 0 ? less : more, 4 * k);
    image.data[4 * k + 3] = Math.min(148, Math.round(148 * Math.abs(value))); // 58 %
  });
  return image;
}

/** All values on a canvas of one point for each. */
export function grid(canvas, colours, values, columns) {
  const image = picture(colours, values, columns);
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Let a value from −1 to 1 stand behind an element; null leaves it plain. */
export function tint(element, value) {
  element.classList.toggle("tb-above", value !== null && value >= 0);
  element.classList.toggle("tb-below", value !== null && value < 0);
  const share = Math.min(1, Math.abs(value ?? 0));
  element.style.setProperty("--tint", `${(58 * share).toFixed(1)}%`);
}

/** Call follow whenever the page turns dark or light. */
export function onTheme(figure, follow) {
  const { documentElement, body } = figure.root.ownerDocument;
  const observer = new MutationObserver(follow);
  const attributeFilter = ["data-theme", "theme", "data-jp-theme-light"];
  for (const element of [documentElement, body])
    observer.observe(element, { attributes: true, attributeFilter });
  figure.endings.push(() => observer.disconnect());
}
