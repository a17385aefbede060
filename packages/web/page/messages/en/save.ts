/** The texts of the view that saves a page. */
export const save = {
  title: "Save a page",
  lead: "Read it later. Title, text and image come from the page.",
  url: "URL",
  name: "Title",
  nameHint: "Leave empty to use the page's own.",
  tags: "Tags",
  tagsHint: "Separated by commas.",
  button: "Save",
  saved: "Saved.",
  see: "Show it",
  elsewhere: "Save from anywhere",
  bookmark: "Drag this to your bookmarks, and click it on any page:",
  bookmarkName: "Save to Daybook",
  phone: "On Android, install this page, and share to Daybook from any app.",
  iphone:
    "On iPhone, create a shortcut with “Get contents of URL”: POST, JSON, with url as the shortcut's input, and the header Authorization with Bearer and a key that may save pages. Its address:",
  apps: "Apps for Wallabag save here too. Their server URL, with any user name and such a key as the password:",
}
