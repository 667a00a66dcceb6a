// Puts the chosen light and board on the page before it is first painted.
for (const name of ["light", "board"]) {
  try {
    const chosen = localStorage.getItem("sixfold." + name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  } catch {
    // Without storage the system decides.
  }
}
