import { type Lexicon, phrases, words } from "../grammar.ts"

// A title is a noun, often with a phrase that fits every noun, so that no adjective has to agree.

export const french: Lexicon = {
  first: words(`
    Élodie Zoé Noémie Hélène Anaïs Maël Jérôme Gaëtan Théo Léonie Solène Édouard Cédric Maïwenn Rémi
    Amélie Clémence Benoît Chloé Frédéric Aurélie Mathéo Irène Loïc Stéphane`),
  last: words(`
    Lefèvre Beauchêne Marchère Vasseur Béranger Hérault Delaunay Clément Mérieux Pélissier Guérin
    Châtelain Rivière Soulié Thévenet Laforêt Brévent`),
  band: phrases(`
    Les Marées, Café Minuit, L'Été Indigo, Les Fenêtres, Château Sauvage, La Forêt Noire-Bleue, Les
    Écoliers, Les Heures Pâles, Rivière Ouverte, Les Étrangères, Tempête d'Août, La Grève Douce`),
  thing: phrases(`
    La pluie, L'été, Le vent, Les étoiles, La fenêtre, Ma sœur, Le café, La forêt, Le dernier métro, Le
    silence, L'île, La marée, Les chemins, Le cœur, Une lettre, L'aube, La poussière, Le jardin, Mes
    années, La fièvre, Le château, Nos hivers, La mémoire, Un dimanche, La rivière, L'écho, Le phare,
    Tes yeux, Le théâtre, La frontière`),
  phrase: phrases(`
    sous la neige, à minuit, sans toi, de Bretagne, d'autrefois, près du fleuve, qui revient, en août,
    au bord de l'eau, dans le noir, et moi, à l'envers, du matin, avant l'hiver, pour toujours, derrière
    la porte`),
}

export const spanish: Lexicon = {
  first: words(`
    Inés Tomás Lucía Andrés Belén Joaquín Rocío Martín Iñaki Sofía Álvaro Begoña João Inês Cauê Luísa
    Ramón Mónica Íñigo Jesús Verónica Raúl Estêvão Débora Simón`),
  last: words(`
    Ibáñez Peñalver Cárdenas Olmedo Quiñones Valdés Barragán Montalbán Urrutia Núñez Acuña Gándara
    Conceição Magalhães Assunção Brandão`),
  band: phrases(`
    Los Faroles, La Niña del Norte, Café Océano, Señor Otoño, Los Días Pequeños, Corazón de Papel, Trío
    Medianoche, Canción Eléctrica, Los Pájaros de Abril, Mañana Lejana`),
  thing: phrases(`
    La lluvia, El corazón, Mañana, El río, Una canción, Los pájaros, La noche, El jardín, La última vez,
    El balcón, Las horas, El camión, La sombra, Tu nombre, El mar, Las cenizas, Un otoño, La montaña, El
    espejo, El tren, La ciudad, Mi corazón, El verano, La raíz, Los años, El adiós, La estación, El
    sueño, La niebla, Una señal`),
  phrase: phrases(`
    sin ti, de abril, en el agua, a medianoche, del sur, que vuelve, bajo la luna, y la sal, de papel,
    en silencio, hasta mañana, detrás del sol, para dos, de Málaga, al revés, sin prisa`),
}

export const nordic: Lexicon = {
  first: words(`
    Åsa Björn Søren Jón Sigríður Mårten Øyvind Hörður Maija Jürgen Käthe Łukasz Zofia Agnieszka Jiří
    Šárka Håkon Märta Þóra Gísli Tõnis Ingeborg Frøya Änne Solveig`),
  last: words(`
    Hallgrímsson Ståhl Sjöberg Mäkinen Ødegård Jónsdóttir Björkman Nygård Höglund Grønvold Mühlbach
    Brzeziński Wójcik Hájek Dvořáček Järvelä`),
  band: phrases(`
    Snæfell Norður, Kväll, Hällregn, Dýrð, Sjö Öar, Grünfeld, Mörkret, Über Nacht, Żuraw, Tysięczny
    Dzień, Blåtimen, Fjarlægð, Tåkeheim, Höst & Vår, Zimní Dům, Kesäyö`),
  thing: phrases(`
    Ljós, Vinterdagar, Höst, Snö, Þoka, Brønn, Hjärta, Stjerner, Talvi, Yö, Fjäril, Nótt, Røkelse,
    Mørketid, Himmel över sjön, Brýr, Säv, Álftir, Går hjem, Glöm mig, Långsamt, Skógur, Blåbær, Aska,
    Svanen, Ós, Tusen år, Þögn, Hjem igjen, Öppet hav`),
  phrase: phrases("I, II, III, (instrumental), – vår, – höst, í maí, på nytt, i juni, om natten"),
}

export const japanese: Lexicon = {
  first: words(
    "美咲 陽子 健太 葵 誠 千尋 遥 直樹 翔太 由紀 海斗 紗季 涼 真央 達也 詩織 蓮 悠人 結衣 彩花 拓海 奈緒 航 千夏 隼人 美月 周平 文香",
  ),
  last: words("水原 朝倉 高梨 白石 月島 神崎 早川 雨宮 桐谷 星野 北条 青山 小鳥遊 藤沢 夏目 篠宮 有栖川 橘"),
  band: phrases(`
    夜行列車クラブ, 東京サイダー, 青い灯台, 夕凪オーケストラ, カモメ電話, 真夜中プール, 月面ラジオ, さよなら水曜日, 透明ガレージ, レモン坂, 雨傘シネマ, 銀河郵便局, ミナト通り,
    海辺のノイズ, ひぐらし団地`),
  thing: words(`
    夜 海 雨 街 光 夢 風 春 夏 星 月 花 空 朝 涙 影 声 雪 窓 駅 鏡 手紙 記憶 夕暮れ 坂道 踊り場 終電 噴水 約束 水面 稲妻 喫茶店 回転木馬 メロディ プール サイダー
    エレベーター ハイウェイ シルエット カセット`),
  phrase: phrases("の中で, を待つ, が聞こえる, のかけら, まで, の向こう, を抜けて, に帰る, はまだ, だけの"),
}

export const russian: Lexicon = {
  first: words(`
    Анна Вера Илья Мария Павел Ольга Лев Нина Глеб Дарья Матвей Ксения Юрий Зоя Фёдор Алёна Тимур
    Варвара Степан Лидия Егор Софья Артём Полина Захар Инна`),
  last: words(`
    Соколенко Мирошник Гранич Северина Черныш Лебедько Ветренко Громыхало Заречник Корень Полевич
    Туманян Журавель Ясень`),
  band: phrases(`
    Северный вокзал, Тихая вода, Электричка, Дом у реки, Ночная смена, Бумажный змей, Пятый этаж,
    Полярный день, Серые крыши, Синий троллейбус 9, Четверг, Молчаливые соседи`),
  thing: words(`
    Зима Снег Город Дорога Река Ночь Поезд Письмо Окно Свет Дождь Берег Голос Осень Мост Вокзал Тишина
    Звезда Сон Огонь Февраль Море Память Туман Крыши Время Лето Ветер Вода Друзья`),
  phrase: phrases(`
    без тебя, над рекой, до утра, в темноте, под снегом, за окном, и никого, на север, по кругу, с нами,
    не спит, у моря, после нас, издалека, в апреле, навсегда`),
}
