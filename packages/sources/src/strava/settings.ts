import { Setting } from "@daybook/kernel"

/** The settings of Strava. */
export const settings = Setting.group("Strava", {
  url: Setting.of("STRAVA_URL", Setting.address, {
    default: "https://www.strava.com",
    meaning: "the address of Strava, for runs",
  }),
  authorizeUrl: Setting.of("STRAVA_AUTHORIZE_URL", Setting.address, {
    default: "https://www.strava.com/oauth/authorize",
    meaning: "the page of Strava where you link your account",
  }),
  clientId: Setting.of("STRAVA_CLIENT_ID", Setting.text, {
    needed: true,
    meaning: "the id of your application at Strava",
  }),
  clientSecret: Setting.of("STRAVA_CLIENT_SECRET", Setting.secret, {
    needed: true,
    meaning: "the secret of that application",
  }),
  refreshToken: Setting.of("STRAVA_REFRESH_TOKEN", Setting.secret, {
    needed: "unless linked",
    meaning: "your account's first refresh token, unless you link the account; later ones are stored, sealed",
  }),
  verifyToken: Setting.of("STRAVA_WEBHOOK_VERIFY_TOKEN", Setting.secret, {
    meaning: "a text of your choice, with which Strava confirms its webhook; unset: the webhook is disabled",
  }),
})

/** The Strava account that runs are read from, and the app that may read it. */
export type Config = Setting.Config<typeof settings>
