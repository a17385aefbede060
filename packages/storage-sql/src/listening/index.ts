/** The ports of listening that are the same on every database, and the rows that both stores read and write. */
export { catalogStore } from "./catalog.ts"
export { doublesOf } from "./duplicates.ts"
export { namedAlbumsOf } from "./namedAlbums.ts"
export { playDetailsStore } from "./playDetails.ts"
export { playedTables } from "./playedTables.ts"
export { nowPlayingStore } from "./playingNow.ts"
export * from "./rows.ts"
export { sittingsOf } from "./sessions.ts"
