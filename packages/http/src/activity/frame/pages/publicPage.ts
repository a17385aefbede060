import { pageStyle } from "./pageStyle.ts"
import { summed, wordsOf } from "../../../cards/year/card.ts"
import type { StoryTexts } from "../../../cards/year/texts/index.ts"
import { escaped } from "../../../wire/xml.ts"
import type { Story } from "../story/readStory.ts"

/** What is happening now, or was last, in one domain: without a time. */
export interface NowItem {
  readonly label: string
  readonly title: string
  readonly text: string
  readonly picture: string
}

/** A page as strangers see it. */
export interface PublicPage {
  /** The whole address, without a slash at its end; its images are below it. */
  readonly address: string
  readonly index: boolean
  readonly texts: StoryTexts
  readonly story: Story | undefined
  readonly now: ReadonlyArray<NowItem>
  /** The images of the wall, by item. */
  readonly wall: ReadonlyArray<{ readonly title: string; readonly maker: string; readonly picture: string }>
}

const meta = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`

/** The tags that messengers and networks read for a preview. */
const previewOf = ({ address, story }: PublicPage, title: string, text: string, image: string | undefined) =>
  [
    meta("og:type", "website"),
    meta("og:site_name", "Daybook"),
    meta("og:title", title),
    meta("og:description", text),
    meta("og:url", address),
    ...(image === undefined
      ? []
      : [
          meta("og:image", image),
          meta("og:image:type", "image/png"),
          meta("og:image:width", "1200"),
          meta("og:image:height", "630"),
          meta("og:image:alt", story?.cards[0] === undefined ? title : wordsOf(story.cards[0])),
          `<meta name="twitter:card" content="summary_large_image">`,
        ]),
  ].join("\n")

const nowPart = ({ now, texts }: PublicPage) =>
  now.length === 0
    ? ""
    : `<section class="now" aria-label="${escaped(texts.page.now)}"><ul>${now
        .map(
          ({ label, picture, text, title }) =>
            `<li><img src="${escaped(picture)}" alt="" width="96" height="96"><p><span>${escaped(label)}</span>` +
            `<strong dir="auto">${escaped(title)}</strong><small dir="auto">${escaped(text)}</small></p></li>`,
        )
        .join("")}</ul></section>`

/** The cover over the whole width: the wide one, and the tall one on a phone. */
const heroOf = ({ address, story }: PublicPage, title: string) =>
  story?.cards[0] === undefined
    ? `<h1>${escaped(title)}</h1>`
    : `<h1 class="unseen">${escaped(title)}</h1><picture class="hero">` +
      `<source media="(max-width: 40rem)" srcset="${escaped(address)}/cover.svg" width="1080" height="1920">` +
      `<img src="${escaped(address)}/cover.svg?size=wide" alt="${escaped(wordsOf(story.cards[0]))}" width="1200" height="630"></picture>`

const cardsPart = ({ cards, texts }: Story, address: string) =>
  cards.length === 0
    ? ""
    : `<section><h2>${escaped(texts.page.story)}</h2><ol class="cards">${cards
        .slice(1)
        .map(
          (card) =>
            `<li><a href="${escaped(address)}/${card.name}.png"><img src="${escaped(address)}/${card.name}.svg" ` +
            `alt="${escaped(wordsOf(card))}" width="1080" height="1920" loading="lazy"></a></li>`,
        )
        .join("")}</ol></section>`

const wallPart = ({ texts, wall }: PublicPage) =>
  wall.length === 0
    ? ""
    : `<section><h2>${escaped(texts.page.wall)}</h2><ul class="wall">${wall
        .map(
          ({ maker, picture, title }) =>
            `<li><img src="${escaped(picture)}" alt="" width="300" height="300" loading="lazy">` +
            `<strong dir="auto">${escaped(title)}</strong><small dir="auto">${escaped(maker)}</small></li>`,
        )
        .join("")}</ul></section>`

/** The months as bars from zero, each with its count in words. */
const monthsPart = ({ months, texts }: Story) => {
  const most = Math.max(1, ...months.map(({ count }) => count))
  return `<section><h2>${escaped(texts.page.months)}</h2><ol class="months">${months
    .map(({ count, start }) => {
      const height = Math.round((count / most) * 100)
      return (
        `<li><svg viewBox="0 0 20 100" preserveAspectRatio="none" aria-hidden="true"><rect y="${100 - height}" width="20" height="${height}"/></svg>` +
        `<span class="count">${escaped(texts.page.entries(count))}</span><span>${escaped(texts.shortMonth(start))}</span></li>`
      )
    })
    .join("")}</ol></section>`
}

const sumsPart = ({ sums, texts }: Story) =>
  sums.length === 0
    ? `<p>${escaped(texts.page.empty)}</p>`
    : `<ul class="sums">${sums
        .map(({ figure, noun }) => `<li><strong>${escaped(figure)}</strong> ${escaped(noun)}</li>`)
        .join("")}</ul>`

/** The frame of every page. No script, no frame, nothing from elsewhere. */
const documentOf = (texts: StoryTexts, title: string, head: string, body: string) => `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${head}
<style>${pageStyle}</style>
</head>
<body>
<main>
${body}
</main>
<footer>${escaped(texts.page.footer)}</footer>
</body>
</html>
`

const noIndex = `<meta name="robots" content="noindex, nofollow">`

/** A shared page as HTML. */
export const publicPage = (page: PublicPage): string => {
  const { address, index, now, story, texts } = page
  const title = story === undefined ? texts.page.now : texts.page.title(story.year)
  const text =
    story === undefined
      ? now.map(({ title: one }) => one).join(" · ")
      : texts.cover.text(story.sums.map(summed))
  const cover = story === undefined ? (now.length === 0 ? undefined : "now") : story.cards[0]?.name
  const image = cover === undefined ? undefined : `${address}/${cover}.png?size=wide`
  const head = [
    index ? "" : noIndex,
    `<meta name="description" content="${escaped(text)}">`,
    previewOf(page, title, text, image),
  ]
    .filter((part) => part !== "")
    .join("\n")
  const hero = heroOf(page, title)
  if (story === undefined) return documentOf(texts, title, head, hero + nowPart(page))
  return documentOf(
    texts,
    title,
    head,
    hero + sumsPart(story) + nowPart(page) + cardsPart(story, address) + monthsPart(story) + wallPart(page),
  )
}

/** The page of a token that opens nothing. */
export const endedPage = (texts: StoryTexts): string => {
  const { ended, endedText } = texts.page
  return documentOf(texts, ended, noIndex, `<h1>${escaped(ended)}</h1><p>${escaped(endedText)}</p>`)
}
