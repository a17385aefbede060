import { Setting } from "@daybook/kernel"

/** The settings of Discogs. */
export const settings = Setting.group("Discogs", {
  url: {
    name: "DISCOGS_URL",
    kind: Setting.address,
    default: "https://api.discogs.com",
    meaning: "the address of Discogs, for records",
  },
  authorizeUrl: {
    name: "DISCOGS_AUTHORIZE_URL",
    kind: Setting.address,
    default: "https://www.discogs.com/oauth/authorize",
    meaning: "the page of Discogs where you link your account",
  },
  consumerKey: {
    name: "DISCOGS_CONSUMER_KEY",
    kind: Setting.text,
    needed: "to link",
    meaning: "the key of your application at Discogs, to link your account",
  },
  consumerSecret: {
    name: "DISCOGS_CONSUMER_SECRET",
    kind: Setting.secret,
    needed: "to link",
    meaning: "the secret of that application",
  },
  token: {
    name: "DISCOGS_TOKEN",
    kind: Setting.secret,
    needed: "unless linked",
    meaning: "a personal access token, which may also add records",
  },
  user: {
    name: "DISCOGS_USER",
    kind: Setting.text,
    needed: "unless linked",
    meaning: "the user whose collection is synced",
  },
})

/** The Discogs account whose collection is read and added to. */
export type Config = Setting.Config<typeof settings>
