import { Setting } from "@daybook/kernel"

/** The settings of Last.fm. */
export const settings = Setting.group("Last.fm", {
  url: Setting.of("LASTFM_URL", Setting.address, {
    default: "https://ws.audioscrobbler.com/2.0/",
    meaning: "the address of Last.fm, for scrobbles",
  }),
  apiKey: Setting.of("LASTFM_API_KEY", Setting.secret, { needed: true, meaning: "an API key of Last.fm" }),
  user: Setting.of("LASTFM_USER", Setting.text, {
    needed: true,
    meaning: "the user whose scrobbles are synced",
  }),
})

/** The Last.fm account that scrobbles are read from. */
export type Config = Setting.Config<typeof settings>
