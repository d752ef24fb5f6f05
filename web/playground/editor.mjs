// The editor: a text area in which Tab indents. Escape gives the next Tab back to the keyboard user, and Ctrl+Enter audits.

/** @param {HTMLTextAreaElement} area @param {() => void} submit */
export function connectEditor(area, submit) {
  let isLeaving = false;
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      isLeaving = true;
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      submit();
    } else if (event.key === "Tab" && !event.shiftKey && !isLeaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      // The only way that keeps undo; browsers that drop it still get the spaces.
      if (!document.execCommand?.("insertText", false, "  ")) area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end");
    } else if (event.key !== "Tab" && event.key !== "Shift") {
      isLeaving = false;
    }
  });
  area.addEventListener("blur", () => (isLeaving = false));
}
