import { Setting } from "@daybook/kernel"

/** The settings of Trakt. */
export const settings = Setting.group("Trakt", {
  url: {
    name: "TRAKT_URL",
    kind: Setting.address,
    default: "https://api.trakt.tv",
    meaning: "the address of Trakt, for films and episodes watched and films owned",
  },
  clientId: {
    name: "TRAKT_CLIENT_ID",
    kind: Setting.secret,
    needed: true,
    meaning: "the client id of your application at Trakt",
  },
  clientSecret: {
    name: "TRAKT_CLIENT_SECRET",
    kind: Setting.secret,
    needed: "to link",
    meaning: "the secret of that application, to link your account",
  },
  authorizeUrl: {
    name: "TRAKT_AUTHORIZE_URL",
    kind: Setting.address,
    default: "https://trakt.tv/oauth/authorize",
    meaning: "the page of Trakt where you link your account",
  },
  token: {
    name: "TRAKT_TOKEN",
    kind: Setting.secret,
    needed: "unless linked",
    meaning: "an access token of your account for that application, unless you link the account",
  },
})

/** The Trakt account that is read. */
export type Config = Setting.Config<typeof settings>
