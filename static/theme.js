// Before the first paint: the theme the reader chose, if any.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be refused; the system's theme stands.
}
