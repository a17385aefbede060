import { Setting } from "@daybook/kernel"
import {
  Discogs,
  Embeddings,
  Espn,
  Foursquare,
  Google,
  Instapaper,
  Itunes,
  Lastfm,
  Letterboxd,
  MediaServer,
  Mlb,
  Readwise,
  Strava,
  Tmdb,
  Trakt,
} from "@daybook/sources"
import * as Effect from "effect/Effect"
import { limits, observability, time } from "./settings/operation.ts"
import { readGroup, readServices } from "./settings/read.ts"
import { keys, server, storage } from "./settings/server.ts"

export { isSealingKey } from "./settings/kinds.ts"
export { environment, SettingError } from "./settings/read.ts"
export { defaultNotifyPort } from "./settings/server.ts"

/** The services that can be configured, by their names in `Settings`. */
const services = {
  lastfm: Lastfm.settings,
  itunes: Itunes.settings,
  readwise: Readwise.settings,
  instapaper: Instapaper.settings,
  embeddings: Embeddings.settings,
  tmdb: Tmdb.settings,
  letterboxd: Letterboxd.settings,
  trakt: Trakt.settings,
  strava: Strava.settings,
  discogs: Discogs.settings,
  foursquare: Foursquare.settings,
  espn: Espn.settings,
  mlb: Mlb.settings,
  google: Google.settings,
}

/** Every setting, in groups, in the order of `--help`. */
export const settingGroups: ReadonlyArray<Setting.Group> = [
  server,
  storage,
  keys,
  limits,
  time,
  observability,
  MediaServer.settings,
  ...Object.values(services),
]

/** Every setting, in the order of `--help`: its name, its default and its meaning. */
export const settingsList: ReadonlyArray<readonly [name: string, fallback: string, meaning: string]> =
  settingGroups.flatMap(({ table }) =>
    Object.values(table).map(
      (setting) => [setting.name, Setting.shownDefault(setting), setting.meaning] as const,
    ),
  )

/** All settings, read and checked. */
export const readSettings = Effect.gen(function* () {
  const mediaServer = yield* readGroup(MediaServer.settings)
  return {
    ...(yield* readGroup(server)),
    ...(yield* readGroup(storage)),
    ...(yield* readGroup(keys)),
    ...(yield* readGroup(limits)),
    ...(yield* readGroup(time)),
    ...(yield* readGroup(observability)),
    webhookSecret: mediaServer.secret,
    mediaServerUser: mediaServer.user,
    ...(yield* readServices(services)),
  }
})

export type Settings = Effect.Success<typeof readSettings>
