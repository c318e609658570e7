export * from './cost-model.ts'
