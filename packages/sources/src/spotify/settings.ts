import { Setting } from "@daybook/kernel"

/** The settings of Spotify. */
export const settings = Setting.group("Spotify", {
  url: Setting.of("SPOTIFY_URL", Setting.address, {
    default: "https://api.spotify.com",
    meaning: "the address of Spotify, for plays",
  }),
  accountsUrl: Setting.of("SPOTIFY_ACCOUNTS_URL", Setting.address, {
    default: "https://accounts.spotify.com",
    meaning: "the address of Spotify's token service",
  }),
  authorizeUrl: Setting.of("SPOTIFY_AUTHORIZE_URL", Setting.address, {
    default: "https://accounts.spotify.com/authorize",
    meaning: "the page of Spotify where you link your account",
  }),
  clientId: Setting.of("SPOTIFY_CLIENT_ID", Setting.text, {
    needed: true,
    meaning: "the id of your application at Spotify, to link your account",
  }),
  clientSecret: Setting.of("SPOTIFY_CLIENT_SECRET", Setting.secret, {
    needed: true,
    meaning: "the secret of that application",
  }),
})

/** The application in whose name an account was linked, and the addresses of Spotify. */
export type Config = Setting.Config<typeof settings>
