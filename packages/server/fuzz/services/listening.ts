import { answer, track } from "../../../sources/test/lastfm/samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Json } from "../mutation.ts"
import { itemsByNumber, rangeOf, rowsHere, type Service } from "../service.ts"

const row: Service["row"] = (n, at) => ({
  ...(track({ uts: Math.floor(at / 1000), artist: `Artist ${n}`, name: `Track ${n}` }) as Json & object),
  album: { mbid: "", "#text": `Album ${n}` },
})

/** Scrobbles. */
export const lastfm: Service = {
  name: "lastfm",
  domain: "listening",
  title: "Last.fm",
  settings: (url) => ({ LASTFM_URL: url, LASTFM_API_KEY: planted.lastfmKey, LASTFM_USER: "someone" }),
  row,
  // The track now playing is on every page, and is not a scrobble.
  decides: ["@attr"],
  answer: ({ query }, rows) => ({
    frame: answer(rowsHere, {
      totalPages: rows.length === 0 ? 0 : 1,
      total: rows.length,
      perPage: 200,
    }) as Json,
    rows: (query.get("page") ?? "1") === "1" ? rows : [],
  }),
  shown: async ({ reader }, rows) =>
    itemsByNumber(
      (await reader.get(`/v1/listening/top/albums?limit=100&${rangeOf(rows)}`)).body,
      /Album (\d+)/,
    ),
}
