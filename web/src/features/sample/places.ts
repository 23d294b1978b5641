/** Everyday places that have only a name, no coordinates. */
export const familiarPlaces = {
  inside: ['Home', 'Kitchen', 'Balcony', 'At my parents’', 'The blue armchair'],
  outside: [
    'On the tram',
    'Office, third floor',
    'The corner bakery',
    'Library',
    'Swimming pool',
    'Allotment',
    'Café by the bridge',
    'Platform 4',
  ],
} as const;

type Place = { readonly name: string; readonly lat: number; readonly lng: number };
export type City = { readonly city: string; readonly places: readonly Place[] };

/** Cities to choose a home from, with real places. */
export const cities: readonly City[] = [
  city('Zürich', [
    ['Hauptbahnhof', 47.3779, 8.5402],
    ['Lindenhof', 47.3729, 8.5411],
    ['Josefwiese', 47.3867, 8.5221],
    ['Chinawiese', 47.3551, 8.5528],
    ['Üetliberg', 47.3498, 8.4919],
  ]),
  city('Berlin', [
    ['Tempelhofer Feld', 52.473, 13.4014],
    ['Markthalle Neun', 52.5021, 13.4316],
    ['Volkspark Friedrichshain', 52.5275, 13.4326],
    ['Maybachufer', 52.4926, 13.4246],
    ['Schlachtensee', 52.4431, 13.2146],
  ]),
  city('Lisboa', [
    ['Praça do Comércio', 38.7076, -9.1366],
    ['Jardim da Estrela', 38.7147, -9.1597],
    ['Miradouro da Graça', 38.7163, -9.1317],
    ['LX Factory', 38.7036, -9.1788],
    ['Santa Apolónia', 38.7139, -9.1226],
  ]),
  city('Montréal', [
    ['Parc du Mont-Royal', 45.5048, -73.5874],
    ['Marché Jean-Talon', 45.5364, -73.6147],
    ['Parc La Fontaine', 45.5271, -73.5697],
    ['Gare centrale', 45.4998, -73.5668],
    ['Canal de Lachine', 45.4822, -73.5762],
  ]),
  city('Edinburgh', [
    ['Arthur’s Seat', 55.9441, -3.1618],
    ['The Meadows', 55.9412, -3.1916],
    ['Waverley Station', 55.952, -3.1899],
    ['Portobello Beach', 55.9536, -3.1117],
    ['Stockbridge Market', 55.9586, -3.2089],
  ]),
  city('Kraków', [
    ['Rynek Główny', 50.0617, 19.9373],
    ['Planty', 50.0648, 19.9333],
    ['Hala Targowa', 50.0577, 19.9521],
    ['Zakrzówek', 50.0363, 19.9105],
    ['Kopiec Kościuszki', 50.0549, 19.8933],
  ]),
];

/** Cities for an occasional journey. */
export const elsewhere: readonly City[] = [
  city('Paris', [['Jardin du Luxembourg', 48.8462, 2.3372]]),
  city('København', [['Nyhavn', 55.6797, 12.591]]),
  city('Barcelona', [['Parc de la Ciutadella', 41.3881, 2.186]]),
  city('Amsterdam', [['Vondelpark', 52.358, 4.8686]]),
  city('Roma', [['Piazza di Santa Maria in Trastevere', 41.8895, 12.4696]]),
  city('Wien', [['Naschmarkt', 48.1985, 16.3634]]),
  city('Dublin', [['Phoenix Park', 53.3561, -6.3298]]),
  city('Reykjavík', [['Laugardalslaug', 64.1465, -21.8803]]),
  city('New York', [['The High Line', 40.748, -74.0048]]),
  city('Ciudad de México', [['Jardín Centenario, Coyoacán', 19.3499, -99.1634]]),
  city('Buenos Aires', [['San Telmo', -34.6212, -58.3731]]),
  city('Sydney', [['Bondi Beach', -33.8915, 151.2767]]),
  city('İstanbul', [['Galata Köprüsü', 41.0201, 28.9731]]),
  city('Hà Nội', [['Hồ Hoàn Kiếm', 21.0287, 105.8525]]),
];

function city(name: string, places: readonly (readonly [string, number, number])[]): City {
  return { city: name, places: places.map(([place, lat, lng]) => ({ name: place, lat, lng })) };
}
