import type { Scrobble } from "@daybook/listening"

/** Each play once, earliest first; a repeat that names an album wins over one that does not. */
export const distinctScrobbles = (scrobbles: ReadonlyArray<Scrobble>): ReadonlyArray<Scrobble> => {
  const distinct: Array<Scrobble> = []
  // In order of time the repeats of a track's play follow each other.
  const latest = new Map<string, number>()
  for (const scrobble of scrobbles.toSorted((one, other) => one.playedAt - other.playedAt)) {
    const track = JSON.stringify([scrobble.artist, scrobble.track])
    const at = latest.get(track)
    if (at === undefined || distinct[at]?.playedAt !== scrobble.playedAt) {
      latest.set(track, distinct.push(scrobble) - 1)
    } else if (scrobble.album !== "") distinct[at] = scrobble
  }
  return distinct
}
