import { Setting } from "@daybook/kernel"

/** The settings of Google. */
export const settings = Setting.group("Google", {
  tokenUrl: {
    name: "GOOGLE_TOKEN_URL",
    kind: Setting.address,
    default: "https://oauth2.googleapis.com/token",
    meaning: "Google's token endpoint",
  },
  apiUrl: {
    name: "GOOGLE_API_URL",
    kind: Setting.address,
    default: "https://www.googleapis.com",
    meaning: "Google's APIs, for calendar and mail",
  },
  authorizeUrl: {
    name: "GOOGLE_AUTHORIZE_URL",
    kind: Setting.address,
    default: "https://accounts.google.com/o/oauth2/v2/auth",
    meaning: "the page of Google where you link your account",
  },
  clientId: {
    name: "GOOGLE_CLIENT_ID",
    kind: Setting.text,
    needed: true,
    meaning: "the id of your OAuth client at Google",
  },
  clientSecret: {
    name: "GOOGLE_CLIENT_SECRET",
    kind: Setting.secret,
    needed: true,
    meaning: "the secret of that client",
  },
  refreshToken: {
    name: "GOOGLE_REFRESH_TOKEN",
    kind: Setting.secret,
    needed: "unless linked",
    meaning:
      "your account's refresh token with calendar.events.readonly and gmail.readonly, unless you link the account",
  },
})

/** The Google account and the OAuth client that may use it. */
export type Config = Setting.Config<typeof settings>
