import { MediaPayloads } from "@daybook/watching"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { invalid } from "./delivery.ts"
import { readEmby } from "./emby.ts"
import { readMovary, readScrob, readScrobRating } from "./kodi.ts"
import { readJellyfin } from "./jellyfin.ts"
import { readPlex } from "./plex.ts"

export { settings } from "./settings.ts"

/** The member that names the event identifies the sender. */
const readers = [
  ["event", readPlex],
  ["Event", readEmby],
  ["NotificationType", readJellyfin],
] as const

const kodiReaders = { scrob: readScrob, "scrob rating": readScrobRating, movary: readMovary }

/**
 * Reads the payloads of Plex, Jellyfin and Emby. Only the plays of `user` count; if it is undefined, those that the
 * payload marks as the hook owner's, which only Plex does.
 */
export const layer = (options: { readonly user: string | undefined }) =>
  Layer.succeed(MediaPayloads, {
    read: (payload, arrivedAt) => {
      const reader =
        Predicate.isObject(payload) &&
        readers.find(([name]) => Predicate.isString(Reflect.get(payload, name)))
      return reader
        ? reader[1](payload, { arrivedAt, user: options.user })
        : invalid("The payload is not from Plex, Jellyfin or Emby: it has no event")
    },
    readKodi: (form, payload, arrivedAt) => kodiReaders[form](payload, arrivedAt),
  })
