import type { AccountType, Industry, StaffRole, Title } from '@cotation/domain'
import type { AddressForm } from '#features/address/address.service.ts'

/** A customer of the demo. */
export interface DemoPerson {
  email: string
  username: string
  accountType: AccountType
  company: string
  title: Title
  industry: Industry
  address: Pick<AddressForm, 'firstName' | 'lastName' | 'phone' | 'line1' | 'postcode' | 'city'>
}

/** With the password of the demo. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'camille@demo.example',
    username: 'Camille',
    accountType: 'personal',
    company: '',
    title: 'engineer',
    industry: 'consumer',
    address: {
      firstName: 'Camille',
      lastName: 'Moreau',
      phone: '06 39 98 00 01',
      line1: '12 rue des Lilas',
      postcode: '75011',
      city: 'Paris',
    },
  },
  {
    email: 'achats@demo.example',
    username: 'Achats',
    accountType: 'enterprise',
    company: 'Atelier Démo',
    title: 'buyer',
    industry: 'automotive',
    address: {
      firstName: 'Louise',
      lastName: 'Bernard',
      phone: '06 39 98 00 02',
      line1: '4 quai de la Fosse',
      postcode: '44000',
      city: 'Nantes',
    },
  },
]

/** One member of staff for each role. The first one grants credit to the demo accounts. */
export const demoMembers = [
  { name: 'Hugo Marchal', email: 'shop@demo.example', role: 'account-manager' },
  { name: 'Inès Laurent', email: 'service@demo.example', role: 'customer-success' },
  { name: 'Karim Benali', email: 'atelier@demo.example', role: 'operator' },
  { name: 'Odile Marchand', email: 'compta@demo.example', role: 'accountant' },
  { name: 'Paul Girard', email: 'admin@demo.example', role: 'administrator' },
] as const satisfies readonly { name: string; email: string; role: StaffRole }[]

export const demoStaffEmail = demoMembers[0].email

/** Begins the bank transactions of the demo, which no bank has made. */
export const demoReceiptPrefix = 'DEMO-'

type Contact = readonly [firstName: string, lastName: string, phone: string]
type Place = readonly [line1: string, postcode: string, city: string]

function company(
  email: string,
  [name, industry, title]: readonly [string, Industry, Title],
  [firstName, lastName, phone]: Contact,
  [line1, postcode, city]: Place,
): DemoPerson {
  return {
    email,
    username: firstName,
    accountType: name === '' ? 'personal' : 'enterprise',
    company: name,
    title,
    industry,
    address: { firstName, lastName, phone, line1, postcode, city },
  }
}

/**
 * Invented companies, without a password: nobody signs in as one of them. Their addresses end in `.example`, which nobody can own.
 */
export const shopPeople = {
  robotics: company(
    'h.delmas@robotique-delmas.example',
    ['Delmas Robotique', 'robotics', 'engineer'],
    ['Hélène', 'Delmas', '06 39 98 10 01'],
    ['18 rue de la Soie', '69100', 'Villeurbanne'],
  ),
  pumps: company(
    'achats@pompes-kerouan.example',
    ['Pompes Kerouan', 'energy', 'buyer'],
    ['Yann', 'Le Goff', '06 39 98 10 02'],
    ['7 quai de l’Odet', '29000', 'Quimper'],
  ),
  bikes: company(
    'atelier@cycles-vauban.example',
    ['Cycles Vauban', 'consumer', 'engineer'],
    ['Mathilde', 'Roussel', '06 39 98 10 03'],
    ['3 place Kléber', '67000', 'Strasbourg'],
  ),
  medical: company(
    'bureau@orthea-medical.example',
    ['Orthéa Médical', 'medical', 'engineer'],
    ['Sophie', 'Garnier', '06 39 98 10 04'],
    ['52 cours Gambetta', '34000', 'Montpellier'],
  ),
  drones: company(
    'essais@aeris-drones.example',
    ['Aeris Drones', 'aerospace', 'engineer'],
    ['Adrien', 'Chevalier', '06 39 98 10 05'],
    ['9 avenue de l’Europe', '31700', 'Blagnac'],
  ),
  lighting: company(
    'prototypes@luminaires-saintex.example',
    ['Luminaires Saint-Ex', 'consumer', 'buyer'],
    ['Nadia', 'Hamdi', '06 39 98 10 06'],
    ['26 rue Sainte-Catherine', '33000', 'Bordeaux'],
  ),
  inventor: company(
    'theo.lemaire@courriel.example',
    ['', 'consumer', 'engineer'],
    ['Théo', 'Lemaire', '06 39 98 10 07'],
    ['14 rue des Carmes', '35000', 'Rennes'],
  ),
} as const satisfies Record<string, DemoPerson>

export type ShopCustomer = keyof typeof shopPeople

export const shopEmails = Object.values(shopPeople).map(({ email }) => email)
