/** The look of shared pages, whose values are those of packages/web/page/style/tokens.css. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --quiet: light-dark(#5c5d64, #a4a7b1);
  --line: light-dark(#dfdcd3, #2c303a);
  --raised: light-dark(#ffffff, #191c23);
  background: light-dark(#fbfaf7, #101217);
  color: light-dark(#17181c, #f2f0ea);
  font: 0.9375rem/1.47 "Hanken Grotesk", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
body {
  margin: 0;
}
main,
footer {
  box-sizing: border-box;
  max-width: 70rem;
  margin: 0 auto;
  padding: 0 clamp(1rem, 4vw, 2rem);
  overflow-wrap: anywhere;
}
h1,
h2,
.sums strong {
  font-family: "Bricolage Grotesque", system-ui, sans-serif;
  font-weight: 700;
  letter-spacing: -0.03em;
  line-height: 1.05;
}
h1 {
  margin: clamp(2rem, 8vw, 5rem) 0 1rem;
  font-size: clamp(2.75rem, 10vw, 6rem);
}
h2 {
  margin: 0 0 1rem;
  font-size: clamp(1.5rem, 4vw, 2.5rem);
}
.hero img {
  width: 100%;
  margin: clamp(1rem, 4vw, 2rem) 0 1.5rem;
  border-radius: 22px;
}
section {
  margin: 2.75rem 0;
}
ul,
ol {
  margin: 0;
  padding: 0;
  list-style: none;
}
img {
  display: block;
  max-width: 100%;
  height: auto;
}
small,
.now span {
  color: var(--quiet);
  font-size: 0.8125rem;
}
.sums {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 2rem;
}
.sums li {
  font-size: 1.125rem;
}
.sums strong {
  font-size: 1.75rem;
}
.now ul {
  display: grid;
  gap: 1.5rem;
  grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  padding: 1.25rem;
  border-radius: 14px;
  background: var(--raised);
}
.now li {
  display: flex;
  align-items: center;
  gap: 1rem;
}
.now p,
.wall li {
  display: grid;
  align-content: start;
  gap: 0.125rem;
  margin: 0;
}
.now img {
  flex: none;
  width: 96px;
  height: 96px;
  object-fit: cover;
  border-radius: 4px;
}
.cards {
  display: flex;
  gap: 1rem;
  padding-bottom: 1rem;
  overflow-x: auto;
  scroll-snap-type: x proximity;
}
.cards li {
  flex: none;
  width: min(17.5rem, 80vw);
  scroll-snap-align: start;
}
.cards img {
  border-radius: 14px;
}
.cards a {
  display: block;
  border-radius: 14px;
}
.months {
  display: grid;
  gap: 4px;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  text-align: center;
}
.months svg {
  display: block;
  width: 100%;
  height: 7.5rem;
  fill: light-dark(#2f80ed, #4a93f5);
}
.months .count,
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
.months span {
  font-size: 0.75rem;
}
.wall {
  display: grid;
  gap: 1.5rem 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(9rem, 42vw), 1fr));
}
.wall img {
  width: 100%;
  aspect-ratio: 1;
  object-fit: cover;
  border-radius: 4px;
}
footer {
  padding-block: 2rem;
  color: var(--quiet);
}
:focus-visible {
  outline: 2px solid light-dark(#1f6feb, #6cb0ff);
  outline-offset: 2px;
}
`
