import { Setting } from "@daybook/kernel"

/** The settings of Trakt. */
export const settings = Setting.group("Trakt", {
  url: Setting.of("TRAKT_URL", Setting.address, {
    default: "https://api.trakt.tv",
    meaning: "the address of Trakt, for films and episodes watched and films owned",
  }),
  clientId: Setting.of("TRAKT_CLIENT_ID", Setting.secret, {
    needed: true,
    meaning: "the client id of your application at Trakt",
  }),
  clientSecret: Setting.of("TRAKT_CLIENT_SECRET", Setting.secret, {
    needed: "to link",
    meaning: "the secret of that application, to link your account",
  }),
  authorizeUrl: Setting.of("TRAKT_AUTHORIZE_URL", Setting.address, {
    default: "https://trakt.tv/oauth/authorize",
    meaning: "the page of Trakt where you link your account",
  }),
  token: Setting.of("TRAKT_TOKEN", Setting.secret, {
    needed: "unless linked",
    meaning: "an access token of your account for that application, unless you link the account",
  }),
})

/** The Trakt account that is read. */
export type Config = Setting.Config<typeof settings>
