import { Setting } from "@daybook/kernel"

/** The settings of Strava. */
export const settings = Setting.group("Strava", {
  url: {
    name: "STRAVA_URL",
    kind: Setting.address,
    default: "https://www.strava.com",
    meaning: "the address of Strava, for runs",
  },
  authorizeUrl: {
    name: "STRAVA_AUTHORIZE_URL",
    kind: Setting.address,
    default: "https://www.strava.com/oauth/authorize",
    meaning: "the page of Strava where you link your account",
  },
  clientId: {
    name: "STRAVA_CLIENT_ID",
    kind: Setting.text,
    needed: true,
    meaning: "the id of your application at Strava",
  },
  clientSecret: {
    name: "STRAVA_CLIENT_SECRET",
    kind: Setting.secret,
    needed: true,
    meaning: "the secret of that application",
  },
  refreshToken: {
    name: "STRAVA_REFRESH_TOKEN",
    kind: Setting.secret,
    needed: "unless linked",
    meaning: "your account's first refresh token, unless you link the account; later ones are stored, sealed",
  },
})

/** The Strava account that runs are read from, and the app that may read it. */
export type Config = Setting.Config<typeof settings>
