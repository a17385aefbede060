import { Setting } from "@daybook/kernel"

/** The settings of Last.fm. */
export const settings = Setting.group("Last.fm", {
  url: {
    name: "LASTFM_URL",
    kind: Setting.address,
    default: "https://ws.audioscrobbler.com/2.0/",
    meaning: "the address of Last.fm, for scrobbles",
  },
  apiKey: {
    name: "LASTFM_API_KEY",
    kind: Setting.secret,
    needed: true,
    meaning: "an API key of Last.fm",
  },
  user: {
    name: "LASTFM_USER",
    kind: Setting.text,
    needed: true,
    meaning: "the user whose scrobbles are synced",
  },
})

/** The Last.fm account that scrobbles are read from. */
export type Config = Setting.Config<typeof settings>
