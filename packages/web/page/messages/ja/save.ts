import type { Messages } from "../../texts.ts"

export const save: Messages["save"] = {
  title: "ページを保存",
  lead: "あとで読めます。タイトル、本文、画像はページから取得します。",
  url: "URL",
  name: "タイトル",
  nameHint: "空欄ならページのタイトルを使います。",
  tags: "タグ",
  tagsHint: "カンマで区切ります。",
  button: "保存",
  saved: "保存しました。",
  see: "表示",
  elsewhere: "どこからでも保存",
  bookmark: "これをブックマークにドラッグし、保存したいページでクリックします：",
  bookmarkName: "Daybookに保存",
  phone: "Androidでは、このページをインストールすると、どのアプリからもDaybookに共有できます。",
  iphone:
    "iPhoneでは「URLの内容を取得」でショートカットを作ります。POST、JSON、urlにショートカットの入力、ヘッダーAuthorizationにBearerとページを保存できるキーを指定します。アドレス：",
  apps: "Wallabag用のアプリからも保存できます。サーバーのURL（ユーザー名は任意、パスワードはそのキー）：",
}
