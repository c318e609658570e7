import type { Rolldown } from 'vite'

type ChunkGroup = Rolldown.CodeSplittingGroup

/**
 * The entry's imports are bundled into three chunks: few enough for a slow connection, and the boot
 * script can yield between them, where a single chunk would block the page noticeably.
 */
const firstLoad: readonly ChunkGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, tags: ['$initial'] },
  { name: 'libraries', test: /node_modules\//, tags: ['$initial'] },
  { name: 'first', tags: ['$initial'] },
]

/** Texts that the same screens load. The other slices keep a chunk of their own. */
const slicesByScreens = {
  account: ['account', 'balance', 'coupon', 'home', 'loyalty', 'order', 'project', 'referral', 'site'],
  checkout: ['checkout', 'payment'],
  first: ['app', 'quote'],
  person: ['address', 'auth'],
  project: ['configuration', 'geometry', 'line', 'panel', 'tour', 'upload'],
  shared: ['pricing', 'validation', 'viewer'],
} as const

const textGroups: readonly ChunkGroup[] = Object.entries(slicesByScreens).flatMap(([screens, slices]) =>
  ['fr', 'en'].map((language) => ({
    name: `texts-${screens}-${language}`,
    test: new RegExp(`/messages/${language}/(${slices.join('|')})\\.json$`),
  })),
)

/**
 * Code that several screens share, by topic. The bundler alone makes a chunk for every combination
 * of screens, which was 60 requests for a project. What nearly every screen needs (`ui`) must not
 * import a topic of few screens, or all of them load that one too.
 */
const topics: readonly ChunkGroup[] = [
  // Every page loads it after its first paint, also the home, which needs nothing of `ui`.
  {
    name: 'background',
    test: /\/src\/(app\/background|lib\/kept-focus|lib\/gateway\/(use-)?live(-stream)?)\.ts/,
    minShareCount: 1,
  },
  {
    name: 'addresses',
    test: /packages\/places\/(postal-lines|phone-text|state-codes|plain-letters)\.|\/ui\/address\/(?!address-fields)|node_modules\/localized-address-format\//,
  },
  {
    name: 'selects',
    test: /\/ui\/(search-select|forms\/(phone|person)-fields|address\/address-fields)|node_modules\/(@mantine\/(core|hooks)|@floating-ui|tabbable|clsx|get-nonce|react-(number-format|remove-scroll|remove-scroll-bar|style-singleton)|tslib|use-(callback-ref|sidecar))\//,
  },
  // Projects and the checkout load without zod: what they show of forms belongs to `ui`.
  {
    name: 'forms',
    test: /node_modules\/(zod|@mantine\/form|klona|fast-deep-equal)\/|packages\/contracts\/|\/ui\/forms\/(?!coupon-code-form|form-alert|server-issues|submission)/,
  },
  {
    name: 'more-libraries',
    test: /node_modules\/(?!@tabler|uqr|country-region-data|libphonenumber-js|postcode-validator)/,
  },
  { name: 'qr-codes', test: /\/ui\/qr-code\.|node_modules\/uqr\// },
  { name: 'pay', test: /\/src\/(ui\/pay\/|lib\/gateway\/payment\.)/ },
  // Without what orders need of prices, so that the checkout loads none of them.
  {
    name: 'estimates',
    test: /packages\/(domain\/(choice|configuration)\/(?!configuration-description\.|fault\.|quantity-and-lead\.|scope\.)|pricing\/(?!time\/(public-holidays|chinese-festivals|calendar|promise|day)\.|order\/currency\.)|geometry\/(?!display|math))|\/src\/lib\/(files\/(?!tus-transfer|announced-name)|material)/,
  },
  // Only screens with a part in 3D need the viewer.
  { name: 'staff-model', test: /\/src\/staff\/shared\/part-model\./ },
  // Nor the button of a drawing; its dialog is loaded by a press.
  { name: 'staff-drawings', test: /\/src\/staff\/shared\/(drawing\/|order-file-name\.)/ },
  // The shared code of each part of the staff side; no screen of customers needs any of it.
  { name: staffPartOf, test: /\/src\/staff\/|\/src\/lib\/gateway\/(staff-|step-up|member)/ },
  {
    name: 'ui',
    test: /\/src\/(ui|lib)\/|node_modules\/@tabler\/|packages\/(domain|pricing|geometry)\//,
  },
  { name: 'viewer', test: /\/src\/viewer\// },
  // A project loads the panel of a part on demand, while a shared one shows it at once.
  { name: 'quote-panel', test: /\/src\/features\/quote\/(panel|choices)\// },
  // Signing up needs selects, which logging in does not.
  { name: featureOf, test: /\/src\/features\/(?!auth\/sign-up)/ },
]

function featureOf(id: string): string | null {
  return /\/src\/features\/([\w-]+)\//.exec(id)?.[1] ?? null
}

function staffPartOf(id: string): string {
  const part = /\/src\/staff\/([\w-]+)\//.exec(id)?.[1]
  return part === undefined || part === 'shared' ? 'staff' : `staff-${part}`
}

const sharedGroups = topics.map((topic) => ({ minShareCount: 2, includeDependenciesRecursively: false, ...topic }))

/** How modules are bundled into chunks; the first group that matches a module takes it. */
export const chunkGroups: ChunkGroup[] = [...firstLoad, ...textGroups, ...sharedGroups].map((group, i, all) => ({
  ...group,
  priority: all.length - i,
}))
