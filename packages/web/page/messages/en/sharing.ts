/** The texts of the dialog that shares a year. */
export const sharing = {
  share: "Share",
  title: (year: string) => `Share ${year}`,
  picture: "As a picture",
  pictureHint: "Save a card of the story and share it.",
  openStory: "Choose a card",
  page: "As a public page",
  pageHint:
    "Anyone with the link sees the year by month: no times of day, and no place within 1 km of where your runs begin and end.",
  now: "Also show what I am playing, reading and watching now",
  index: "Let search engines list it",
  make: "Make a public page",
  made: "Your page is ready. Its link is shown only once:",
  copy: "Copy the link",
  isPublic: (day: string) => `Public since ${day}.`,
  end: "End the page",
  ended: "The page has ended. Its link no longer works.",
  done: "Done",
  name: (year: string) => `The year ${year}`,
  print: "Print",
  shareNow: "Share right now",
  nowTitle: "Share what you're doing now",
  nowName: "Right now",
  nowHint:
    "Anyone with the link sees what you play, read and watch: the latest of each, without a time and without places.",
  adminOnly: "Sign in with an admin key to make a public page.",
}
