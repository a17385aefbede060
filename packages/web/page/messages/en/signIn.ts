/** The texts of signing in. */
export const signIn = {
  title: "Open your daybook",
  lead: "Daybook printed a link when it started. It opens once and keeps you signed in on this device.",
  start: "npm start",
  ready: "Daybook is ready. Open this:",
  another: ["No link? Print a new one with", "npm run daybook -- sign-in", ". A link lives for 15 minutes."],
  key: "Key",
  hint: "The keys are printed at the first start, or are in the file first-keys of the data folder. A read key sees everything; an admin key also changes things.",
  button: "Open",
  working: "Opening",
  wrong: "That key isn't valid. It may have been revoked or have expired.",
  sends: "This key can only submit data. Sign in with a read or admin key.",
  ended: "You've been signed out because your key expired or was revoked.",
  spent: "This link was already opened, or is older than 15 minutes. Print a new one.",
  here: "Your data is on this server. It stays there.",
} as const
