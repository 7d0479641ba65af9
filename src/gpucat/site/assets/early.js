// Runs before the first paint: marks that scripts work, applies the chosen theme, and hides the list if the address
// asks for a part of it, so that nothing moves once it is drawn.
(() => {
  const root = document.documentElement;
  root.classList.replace("plain", "script");
  if (/[#&]\w+=/.test(location.hash)) root.classList.add("pending");
  try {
    const theme = localStorage.getItem("gpucat:theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // A browser that stores nothing shows the system's theme.
  }
})();
