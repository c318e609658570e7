import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  // What must not be disturbed runs last, with nothing beside it.
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts', testIgnore: '**/large-file.journey.ts' },
    { name: 'undisturbed', testMatch: '**/large-file.journey.ts', dependencies: ['journeys'] },
  ],
  outputDir: '../test-results/journeys',
  globalSetup: './product.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.JOURNEY_REPORT ?? '../test-results/journeys.json' }]],
  use: {
    // Both are set by the global setup, before the workers read this file.
    baseURL: process.env.PRODUCT_URL ?? '',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Every step with its page, but no film of it: filming took the processors that the pages need.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
})
