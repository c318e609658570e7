/** Who may import whom. Each rule says what it protects; ARCHITECTURE.md draws the whole. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const meshLibraries = 'three|three-mesh-bvh|@types/three|meshoptimizer|replicad-opencascadejs'
/** Slices that call the services of others. */
const flows =
  'additional-cost|after-sale|checkout|customer|home|inspection|live|order-file|payment|personal-data|production|proposal|quote|referral|staff-access|today|tray'

const placeLibraries = 'country-region-data|libphonenumber-js|postcode-validator|localized-address-format'

export default {
  forbidden: [
    forbid('no-cycle', 'A cycle makes two files one.', {}, { circular: true }),
    forbid(
      'no-unresolved',
      'Every import leads somewhere.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:|\\?url$' },
    ),
    forbid(
      'bench-runs-without-vitest',
      'This file registers fixtures when it is loaded, which fails outside a test run.',
      { path: '^bench/' },
      { path: '^apps/api/test/use-app\\.ts$', reachable: true },
    ),
    forbid(
      'packages-import-no-app',
      'Knowledge does not know who uses it.',
      { path: '^packages/' },
      { path: '^(apps|e2e|bench)/' },
    ),
    forbid(
      'packages-are-pure',
      'No Node built-in and no library in packages, but zod in contracts, what works on meshes in geometry, and what is known of countries in places. The two packages that start processes are exempt.',
      { path: '^packages/(?!(geometry-host|embedded-postgres)/)', pathNot: '\\.(test|fixture|node)\\.ts$' },
      {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'],
        pathNot: `node_modules/(zod|${meshLibraries}|${placeLibraries})/`,
      },
    ),
    forbid(
      'mesh-libraries-in-geometry-only',
      'Kernel, ray tree and decimation stay behind the package that measures.',
      { path: '^packages/(?!geometry/)' },
      { path: `node_modules/(${meshLibraries})/` },
    ),
    forbid(
      'place-libraries-in-places-only',
      'Countries, postcodes and phone numbers are judged in one package.',
      { path: '^packages/(?!places/)' },
      { path: `node_modules/(${placeLibraries})/` },
    ),
    forbid(
      'places-know-domain-only',
      'Where something is sent depends on nobody who sells it.',
      { path: '^packages/places/' },
      { path: '^packages/(?!(places|domain)/)' },
    ),
    forbid(
      'kernel-behind-its-port',
      'Only the port knows which STEP kernel there is.',
      { path: '^(packages|apps)/', pathNot: '^packages/geometry/step/' },
      { path: 'node_modules/replicad-opencascadejs/' },
    ),
    forbid(
      'geometry-knows-domain-only',
      'What a part is depends on nobody who sells it; the names of processes and the limits of materials are the domain’s.',
      { path: '^packages/geometry/' },
      { path: '^packages/(?!(geometry|domain)/)' },
    ),
    forbid(
      'embedded-postgres-is-a-leaf',
      'The database launcher knows nothing of the product.',
      { path: '^packages/embedded-postgres/' },
      { path: '^packages/(?!embedded-postgres/)' },
    ),
    forbid(
      'geometry-host-runs-geometry-only',
      'The process that reads untrusted files knows nothing else.',
      { path: '^packages/geometry-host/' },
      { path: '^packages/(?!geometry(-host)?/)' },
    ),
    forbid(
      'pricing-knows-geometry-and-domain',
      'A price rests on the part and the rules, not on who asks for it.',
      { path: '^packages/pricing/', pathNot: '\\.test\\.ts$' },
      { path: '^packages/(?!(pricing|geometry|domain)/)' },
    ),
    forbid(
      'zod-in-contracts-only',
      'Only the contract speaks schema.',
      { path: '^packages/(?!contracts/)' },
      { path: 'node_modules/zod/' },
    ),
    forbid(
      'domain-is-a-leaf',
      'The domain imports no other package.',
      { path: '^packages/domain/' },
      { path: '^packages/(?!domain/)' },
    ),
    forbid(
      'messages-know-domain-only',
      'Texts know languages and nothing else.',
      { path: '^packages/messages/', pathNot: '\\.test\\.ts$' },
      { path: '^packages/(contracts|geometry|pricing)/' },
    ),
    forbid(
      'api-imports-no-web',
      'Apps never import each other. The one exception: the api mounts the card simulator.',
      { path: '^apps/api/' },
      { path: '^(apps/(?!(api|card-simulator)/)|e2e/|bench/)' },
    ),
    forbid(
      'simulator-in-the-composition-root-only',
      'Payment code talks to the simulated provider as it talks to the real one: over HTTP.',
      { path: '^apps/api/src/(?!(app|wiring)\\.ts$)', pathNot: '\\.test\\.ts$' },
      { path: '^apps/card-simulator/' },
    ),
    forbid(
      'simulator-imports-no-app',
      'Apps never import each other: the host passes the database, the clock and the texts.',
      { path: '^apps/card-simulator/' },
      { path: '^(apps/(?!card-simulator/)|e2e/|bench/)' },
    ),
    forbid(
      'cli-imports-no-app',
      'Apps never import each other.',
      { path: '^apps/cli/' },
      { path: '^(apps/(?!cli/)|e2e/|bench/)' },
    ),
    forbid(
      'web-imports-no-api',
      'Apps never import each other.',
      { path: '^apps/web/' },
      { path: '^(apps/(?!web/)|e2e/|bench/)' },
    ),
    forbid(
      'browser-knows-no-costs',
      'The packaged catalogue holds costs and margins: the browser gets the selling rates from the server. Pages that the build renders may fold it.',
      {
        path: '^(apps/web/src/|packages/(?!pricing/catalogue/))',
        pathNot: '\\.(test|fixture)\\.tsx?$|^apps/web/src/(app/prerender\\.tsx$|lib/testing/)',
      },
      { path: '^packages/pricing/catalogue/' },
    ),
    forbid(
      'journeys-speak-http',
      'Journeys know the product as its users do; texts, test servers and test files are shared.',
      { path: '^e2e/' },
      {
        path: '^(apps|packages)/',
        pathNot:
          '^(apps/api/test/|apps/web/src/features/quote/files/archive\\.fixture\\.ts$|packages/messages/|packages/geometry/solids\\.ts$|packages/geometry-host/fuzz/)',
      },
    ),
    forbid(
      'routes-skip-no-layer',
      'Routes never import the database driver or its query builder.',
      { path: '\\.routes\\.ts$' },
      { path: 'node_modules/(kysely|pg|pg-boss)/' },
    ),
    forbid(
      'services-know-no-http-framework',
      'Services and repositories work without HTTP.',
      { path: '\\.(service|repository|jobs)\\.ts$' },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'vendors-behind-adapters',
      'Only adapters import vendor SDKs.',
      { path: '^apps/api/src/', pathNot: '^apps/api/src/adapters/' },
      { path: 'node_modules/(@aws-sdk|@node-rs|client-zip|nodemailer|openid-client|pdfkit|sharp|stripe)/' },
    ),
    forbid(
      'adapters-know-no-feature',
      'What serves every slice knows none of them.',
      { path: '^apps/api/src/(adapters|core|db|http|money|papers|production)/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/features/' },
    ),
    forbid(
      'slices-are-leaves',
      'Leaf slices never import each other; they leave a job or are called by a flow.',
      { path: `^apps/api/src/features/(?!(?:${flows})/)([^/]+)/`, pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/features/([^/]+)/', pathNot: '^apps/api/src/features/$1/' },
    ),
    forbid(
      'flows-call-services',
      'A flow calls leaves through their services; types may come from where they are defined.',
      { path: `^apps/api/src/features/(${flows})/`, pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/features/(?!$1/)', pathNot: '\\.service\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-slices-are-leaves',
      'Screens of one slice know no other slice; what they share lives in ui or lib.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'ui-knows-no-feature',
      'ui, viewer and lib serve every feature and know none.',
      { path: '^apps/web/src/(ui|viewer|lib)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^apps/web/src/(app|features|staff)/' },
    ),
    forbid(
      'staff-knows-no-feature',
      'The staff side shares components and calls with the customers’ side, but no screens.',
      { path: '^apps/web/src/staff/', pathNot: '\\.test\\.tsx?$' },
      { path: '^apps/web/src/(app|features)/' },
    ),
    forbid(
      'staff-slices-are-leaves',
      'Staff screens of one slice know no other slice; what they share lives in staff/shared, ui or lib.',
      { path: '^apps/web/src/staff/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^apps/web/src/staff/', pathNot: '^apps/web/src/staff/($1|shared)/' },
    ),
    forbid(
      'staff-behind-its-route',
      'Customers load nothing of the staff side: only the router knows it, and only by a dynamic import.',
      { path: '^apps/web/src/(?!staff/)', pathNot: '^apps/web/src/app/(router\\.tsx|page\\.ts)$' },
      { path: '^apps/web/src/staff/' },
    ),
    forbid(
      'mantine-in-ui-only',
      'One design system: screens are built from the components of ui.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/ui/' },
      { path: 'node_modules/@mantine/' },
    ),
    forbid(
      'three-in-the-viewer-only',
      'Drawing is fenced in: nothing of it may reach the first page.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/viewer/' },
      { path: 'node_modules/three/' },
    ),
    forbid(
      'product-imports-no-test',
      'Test support stays in tests.',
      { path: '^apps/api/src/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/test/' },
    ),
    forbid(
      'one-index-per-package',
      'index.ts once per package and nowhere else.',
      {},
      { path: '^(packages/[^/]+/.+/|apps/.*/)index\\.tsx?$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps/web/dist|test-results)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    parser: 'swc',
  },
}
