/** A feed in the shape that Letterboxd sends, about sample films. */

const header = `<?xml version='1.0' encoding='utf-8'?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org"><channel>
<title>Letterboxd - Someone</title><link>https://letterboxd.com/someone/</link><description>Letterboxd - Someone</description>
<atom:link rel="self" href="https://letterboxd.com/someone/rss/" type="application/rss+xml"/>`

export const feed = (...items: ReadonlyArray<string>) => `${header}${items.join("\n")}</channel></rss>`

const poster = `<p><img src="https://a.ltrbxd.example/poster/1.jpg?v=1&amp;w=600"/></p>`

const element = (name: string, text: string | undefined) =>
  text === undefined ? "" : `<${name}>${text}</${name}>`

/** An item; what is undefined is left out. */
export const item = ({
  description = `${poster} <p>Fine.</p>`,
  guid = "letterboxd-review-1001",
  pubDate = "Wed, 22 Jul 2026 04:13:49 +1200",
  ...more
}: {
  readonly guid?: string
  readonly pubDate?: string
  readonly description?: string
  readonly watchedDate?: string
  readonly filmTitle?: string
  readonly filmYear?: string
  readonly memberRating?: string
  readonly movieId?: string
  readonly tvId?: string
}) => `<item><title>Something, 2026 - ★★★</title><link>https://letterboxd.com/someone/film/something/</link>
<guid isPermaLink="false">${guid}</guid><pubDate>${pubDate}</pubDate>
${element("letterboxd:watchedDate", more.watchedDate)}<letterboxd:rewatch>No</letterboxd:rewatch>
${element("letterboxd:filmTitle", more.filmTitle)}${element("letterboxd:filmYear", more.filmYear)}
${element("letterboxd:memberRating", more.memberRating)}<letterboxd:memberLike>Yes</letterboxd:memberLike>
${element("tmdb:movieId", more.movieId)}${element("tmdb:tvId", more.tvId)}
<description><![CDATA[ ${description} ]]></description><dc:creator>Someone</dc:creator></item>`

export const described = (...paragraphs: ReadonlyArray<string>) => `${poster} ${paragraphs.join(" ")}`

export const list = `<item><title>Essentials</title><link>https://letterboxd.com/someone/list/essentials/</link>
<guid isPermaLink="false">letterboxd-list-77</guid><pubDate>Mon, 10 Jul 2017 20:43:26 +1200</pubDate>
<description><![CDATA[ <ul><li><a href="https://letterboxd.com/film/salt-roads/">Salt Roads</a></li></ul> ]]></description></item>`
