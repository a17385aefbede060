import { Setting } from "@daybook/kernel"

/** The settings of Google. */
export const settings = Setting.group("Google", {
  tokenUrl: Setting.of("GOOGLE_TOKEN_URL", Setting.address, {
    default: "https://oauth2.googleapis.com/token",
    meaning: "Google's token endpoint",
  }),
  apiUrl: Setting.of("GOOGLE_API_URL", Setting.address, {
    default: "https://www.googleapis.com",
    meaning: "Google's APIs, for calendar and mail",
  }),
  authorizeUrl: Setting.of("GOOGLE_AUTHORIZE_URL", Setting.address, {
    default: "https://accounts.google.com/o/oauth2/v2/auth",
    meaning: "the page of Google where you link your account",
  }),
  clientId: Setting.of("GOOGLE_CLIENT_ID", Setting.text, {
    needed: true,
    meaning: "the id of your OAuth client at Google",
  }),
  clientSecret: Setting.of("GOOGLE_CLIENT_SECRET", Setting.secret, {
    needed: true,
    meaning: "the secret of that client",
  }),
  refreshToken: Setting.of("GOOGLE_REFRESH_TOKEN", Setting.secret, {
    needed: "unless linked",
    meaning:
      "your account's refresh token with calendar.events.readonly and gmail.readonly, unless you link the account",
  }),
})

/** The Google account and the OAuth client that may use it. */
export type Config = Setting.Config<typeof settings>
