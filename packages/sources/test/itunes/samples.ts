/** Bodies in the shapes that the iTunes Search API sends, about sample artists. */

const store = "https://music.apple.example/us"

export const artist = (id: number, name: string) => ({
  wrapperType: "artist",
  artistType: "Artist",
  artistName: name,
  artistLinkUrl: `${store}/artist/x/${id}?uo=4`,
  artistId: id,
  primaryGenreName: "Alternative",
  primaryGenreId: 20,
})

export const album = (id: number, name: string, artistId = 11) => ({
  wrapperType: "collection",
  collectionType: "Album",
  artistId,
  collectionId: id,
  artistName: "The Paper Lanterns & Ida Quarry",
  collectionName: name,
  collectionViewUrl: `${store}/album/x/${id}?uo=4`,
  collectionPrice: -1,
})

export const song = (id: number, name: string) => ({
  wrapperType: "track",
  kind: "song",
  artistId: 11,
  collectionId: 22,
  trackId: id,
  artistName: "The Paper Lanterns",
  collectionName: "Weather Maps",
  trackName: name,
  collectionPrice: 9.99,
  trackPrice: -1,
  artistViewUrl: `${store}/artist/the-paper-lanterns/11?uo=4`,
  collectionViewUrl: `${store}/album/tin-roof/22?i=${id}&uo=4`,
  trackViewUrl: `${store}/album/tin-roof/22?i=${id}&uo=4`,
  previewUrl: `https://audio.apple.example/${id}.m4a`,
  trackTimeMillis: 180_000,
})

/** As it is sent: with blank lines around it, as JavaScript. */
export const answer = (results: ReadonlyArray<unknown>) => ({
  headers: { "content-type": "text/javascript; charset=utf-8" },
  body: `\n\n\n${JSON.stringify({ resultCount: results.length, results }, undefined, 1)}\n\n\n`,
})
