import { planted } from "../../test/daybook.ts"
import { itemsByNumber, rangeOf, rowsHere, type Service } from "../service.ts"

const iso = (at: number) => new Date(at).toISOString()

const shown: Service["shown"] = async ({ reader }, rows) =>
  itemsByNumber((await reader.get(`/v1/reading/archive?limit=100&${rangeOf(rows)}`)).body, /Document (\d+)/)

/** Documents, each read to its end. */
export const readwise: Service = {
  name: "readwise",
  domain: "reading",
  title: "Readwise",
  settings: (url) => ({ READWISE_URL: url, READWISE_TOKEN: planted.readwiseToken }),
  row: (n, at) => ({
    id: `document-${n}`,
    url: `https://read.example/read/${n}`,
    source_url: `https://www.magazine.example/${n}`,
    title: `Document ${n}`,
    author: "Ida Quarry",
    category: "article",
    parent_id: null,
    location: "archive",
    tags: { sea: { name: "sea" } },
    site_name: "Magazine",
    word_count: 100,
    summary: "Short.",
    image_url: "https://img.example/a.jpg",
    reading_progress: 1,
    created_at: iso(at),
    updated_at: iso(at),
    saved_at: iso(at),
    first_opened_at: iso(at),
    last_opened_at: iso(at),
    last_moved_at: iso(at),
    html_content: "<article><p>A body.</p></article>",
  }),
  // Highlights and notes are below the document that they belong to; feed items that no one opened are no one's.
  decides: ["category", "parent_id", "location", "first_opened_at", "last_opened_at"],
  answer: (_, rows) => ({ frame: { count: rows.length, nextPageCursor: null, results: rowsHere }, rows }),
  shown,
}

/** Bookmarks of the archive. */
export const instapaper: Service = {
  name: "instapaper",
  domain: "reading",
  title: "Instapaper",
  settings: (url) => ({
    INSTAPAPER_URL: url,
    INSTAPAPER_CONSUMER_KEY: "a-consumer",
    INSTAPAPER_CONSUMER_SECRET: planted.instapaperConsumerSecret,
    INSTAPAPER_TOKEN: planted.instapaperToken,
    INSTAPAPER_TOKEN_SECRET: planted.instapaperTokenSecret,
  }),
  row: (n, at) => ({
    type: "bookmark",
    bookmark_id: n,
    url: `https://www.journal.example/${n}`,
    title: `Document ${n}`,
    description: "Short.",
    time: Math.floor(at / 1000),
    starred: "0",
    hash: `hash${n}`,
    progress: 1,
    progress_timestamp: Math.floor(at / 1000),
    tags: [{ name: "sea" }],
  }),
  decides: ["type"],
  answer: ({ body, path }, rows) => {
    if (path === "/api/1/folders/list") return { frame: [] }
    if (path === "/api/1/bookmarks/get_text") return { frame: "<p>A body.</p>" }
    const isArchive = new URLSearchParams(body).get("folder_id") === "archive"
    return { frame: { bookmarks: rowsHere, delete_ids: [] }, rows: isArchive ? rows : [] }
  },
  shown,
}
