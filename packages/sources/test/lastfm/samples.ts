/** Bodies in the shapes that Last.fm sends, about sample artists. */

const size = (name: string, file: string) => ({ size: name, "#text": file })

export const star = "https://lastfm.example/i/u/300x300/2a96cbd8b46e442fc41c2b86b821562f.png"

export interface Played {
  readonly uts: number
  readonly artist?: string
  readonly name?: string
}

export const keyOf = ({ artist = "The Paper Lanterns", name = "Tin Roof", uts }: Played) =>
  `${uts} ${artist} ${name}`

export const track = (played: Played) => ({
  artist: { mbid: "", "#text": played.artist ?? "The Paper Lanterns" },
  streamable: "0",
  image: [
    size("small", "https://lastfm.example/i/u/34s/aa.png"),
    size("medium", "https://lastfm.example/i/u/64s/aa.png"),
    size("large", "https://lastfm.example/i/u/174s/aa.png"),
    size("extralarge", "https://lastfm.example/i/u/300x300/aa.png"),
  ],
  mbid: "",
  album: { mbid: "", "#text": "Weather Maps" },
  name: played.name ?? "Tin Roof",
  url: "https://www.last.fm/music/x",
  date: { uts: String(played.uts), "#text": "a display form" },
})

const { date: _, ...withoutDate } = track({ uts: 0 })

export const undated = withoutDate

export const nowPlaying = { ...undated, "@attr": { nowplaying: "true" }, name: "Playing Now" }

/** A track as `extended=1` has it: the artist whole, by name and with images, and whether it is loved. */
export const extended = (one: typeof undated) => ({
  ...one,
  artist: {
    url: "https://www.last.fm/music/x",
    mbid: "",
    image: [size("small", star)],
    name: one.artist["#text"],
  },
  loved: "0",
})

/** A response of `user.getrecenttracks`; `tracks` is sent unchanged. */
export const answer = (
  tracks: unknown,
  attributes: {
    readonly totalPages: number | string
    readonly total?: number | string
    readonly perPage?: number
  },
) => ({
  recenttracks: {
    ...(tracks === undefined ? {} : { track: tracks }),
    "@attr": { user: "someone", page: "1", perPage: "200", total: "1", ...attributes },
  },
})
