import type { Shipping, ZoneRate } from '@cotation/domain'

/** USD for the first half kg, each further half kg, each kg of a heavy parcel; transit days. */
const rate = (
  firstHalfKgUsd: number,
  addHalfKgUsd: number,
  perKgHeavyUsd: number,
  transitDays: ZoneRate['transitDays'],
): ZoneRate => ({ firstHalfKgUsd, addHalfKgUsd, perKgHeavyUsd, transitDays })

const zone = (id: number, fr: string, en: string, countries: string): Shipping['zones'][number] => ({
  id,
  name: { fr, en },
  countries: countries.split(' '),
})

/**
 * Within the country of the works. The source has no such zone, and a parcel to the next street
 * would cost as much as one to Africa; the rates are a proposal.
 */
export const domesticZone = 10

/** Carriers from Shenzhen (catalogue 6). Plausible, unverified rates until there is a contract. */
export const shipping: Shipping = {
  origin: { country: 'CN', city: 'Shenzhen' },
  incoterm: 'EXW (2020)',
  volumetricCm3PerKg: 5000,
  stepKg: 0.5,
  heavyFromKg: 21,
  heavyStepKg: 1,
  maxPieceKg: 68,
  maxPieceCm: 120,
  maxLengthPlusGirthCm: 330,
  packing: {
    padMm: 30,
    fillFactor: 1.35,
    fragileFactor: 1.2,
    fragileFamilies: ['resin-rigid', 'resin-clear', 'resin-filled'],
    tareKg: 0.15,
    tareShare: 0.08,
  },
  carriers: [
    {
      id: 'dhl',
      name: 'DHL',
      service: 'DHL Express Worldwide',
      rates: {
        1: rate(11, 1.2, 2.8, [1, 2]),
        2: rate(15, 2, 4.5, [2, 3]),
        3: rate(15.5, 2.2, 5, [2, 4]),
        4: rate(18, 2.6, 5.9, [3, 5]),
        5: rate(20, 2.9, 6.6, [2, 4]),
        6: rate(20, 2.9, 6.6, [2, 4]),
        7: rate(23, 3.5, 7.9, [3, 5]),
        8: rate(28, 4.6, 10.3, [3, 6]),
        9: rate(38, 6.2, 13.9, [4, 8]),
      },
      freightCollect: true,
      remoteAreaUsd: 28,
      remoteAreaPerKgUsd: 0.55,
      trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={n}',
    },
    {
      id: 'fedex',
      name: 'FedEx',
      service: 'FedEx International Priority',
      rates: {
        1: rate(10.5, 1.15, 2.7, [1, 2]),
        2: rate(14.5, 1.9, 4.3, [2, 3]),
        3: rate(15, 2.1, 4.8, [2, 4]),
        4: rate(17.5, 2.45, 5.65, [3, 5]),
        5: rate(19, 2.75, 6.35, [2, 4]),
        6: rate(19, 2.75, 6.35, [3, 5]),
        7: rate(22, 3.35, 7.6, [3, 6]),
        8: rate(27, 4.35, 9.9, [4, 7]),
        9: rate(36.5, 5.9, 13.35, [5, 9]),
      },
      freightCollect: true,
      remoteAreaUsd: 27,
      remoteAreaPerKgUsd: 0.5,
      trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={n}',
    },
    {
      id: 'sf',
      name: 'SF Express',
      service: 'SF International Standard Express',
      rates: {
        1: rate(8, 0.85, 2.1, [1, 2]),
        2: rate(11, 1.45, 3.4, [2, 4]),
        3: rate(11.5, 1.6, 3.75, [3, 5]),
        4: rate(13.5, 1.85, 4.45, [4, 7]),
        5: rate(15, 2.1, 4.95, [4, 7]),
        6: rate(15, 2.1, 4.95, [4, 7]),
        7: rate(17, 2.5, 5.95, [5, 8]),
        8: rate(20.5, 3.3, 7.75, [5, 9]),
        [domesticZone]: rate(2.5, 0.35, 0.65, [1, 3]),
      },
      freightCollect: false,
      remoteAreaUsd: 20,
      remoteAreaPerKgUsd: 0.4,
      trackingUrl: 'https://www.sf-international.com/us/en/dynamic_function/waybill/#search/bill-number/{n}',
    },
  ],
  zones: [
    zone(1, 'Hong Kong, Macao', 'Hong Kong, Macau', 'HK MO'),
    zone(2, 'Asie du Nord-Est', 'North-East Asia', 'JP KR TW'),
    zone(3, 'Asie du Sud-Est', 'South-East Asia', 'SG MY TH VN PH ID KH LA MM BN'),
    zone(4, 'Océanie', 'Oceania', 'AU NZ'),
    zone(5, 'Amérique du Nord', 'North America', 'US CA MX'),
    zone(6, 'Europe de l’Ouest', 'Western Europe', 'FR DE GB IT ES NL BE LU CH AT IE DK SE NO FI PT MC LI AD SM IS'),
    zone(
      7,
      'Europe centrale et orientale',
      'Central and Eastern Europe',
      'PL CZ SK HU SI HR RO BG GR EE LV LT MT CY RS BA ME MK AL UA MD TR GE AM',
    ),
    zone(
      8,
      'Moyen-Orient, Asie du Sud, Amérique latine',
      'Middle East, South Asia, Latin America',
      'AE SA QA KW BH OM IL JO LB IN PK BD LK NP KZ UZ BR AR CL CO PE UY EC CR PA DO GT',
    ),
    zone(
      9,
      'Afrique et reste du monde',
      'Africa and rest of world',
      'ZA MA TN DZ EG KE NG GH SN CI CM MU MG RE GP MQ GF NC PF *',
    ),
    zone(domesticZone, 'Chine continentale', 'Mainland China', 'CN'),
  ],
  wording: {
    exw: {
      fr: 'Vente EXW (Incoterms® 2020), nos ateliers, Shenzhen, Chine. Le transport est organisé pour le compte et aux risques de l’acheteur ; les droits de douane, la TVA à l’importation et les frais de dédouanement à destination ne sont pas inclus.',
      en: 'Sold EXW (Incoterms® 2020), our works, Shenzhen, China. Carriage is arranged on behalf of and at the risk of the buyer; customs duties, import VAT and destination clearance fees are not included.',
    },
    freightCollect: {
      fr: 'Port dû : indiquez votre compte transporteur ; le fret est facturé directement par le transporteur.',
      en: 'Freight collect: give your carrier account; freight is billed by the carrier directly.',
    },
    poBox: {
      fr: 'Les boîtes postales ne sont pas desservies ; adresse en caractères latins sans accents.',
      en: 'P.O. boxes are not served; address in Latin characters without accents.',
    },
  },
}
