import { Setting } from "@daybook/kernel"

/** The settings of Discogs. */
export const settings = Setting.group("Discogs", {
  url: Setting.of("DISCOGS_URL", Setting.address, {
    default: "https://api.discogs.com",
    meaning: "the address of Discogs, for records",
  }),
  authorizeUrl: Setting.of("DISCOGS_AUTHORIZE_URL", Setting.address, {
    default: "https://www.discogs.com/oauth/authorize",
    meaning: "the page of Discogs where you link your account",
  }),
  consumerKey: Setting.of("DISCOGS_CONSUMER_KEY", Setting.text, {
    needed: "to link",
    meaning: "the key of your application at Discogs, to link your account",
  }),
  consumerSecret: Setting.of("DISCOGS_CONSUMER_SECRET", Setting.secret, {
    needed: "to link",
    meaning: "the secret of that application",
  }),
  token: Setting.of("DISCOGS_TOKEN", Setting.secret, {
    needed: "unless linked",
    meaning: "a personal access token, which may also add records",
  }),
  user: Setting.of("DISCOGS_USER", Setting.text, {
    needed: "unless linked",
    meaning: "the user whose collection is synced",
  }),
})

/** The Discogs account whose collection is read and added to. */
export type Config = Setting.Config<typeof settings>
