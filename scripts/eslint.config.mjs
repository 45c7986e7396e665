import tseslint from 'typescript-eslint';

/** Edges are fenced: each outside world has one door. */
const edges = [
  { names: ['amqplib', 'smqp'], doors: ['libs/broker/src/**'], why: 'Only libs/broker speaks AMQP.' },
  {
    names: ['mongoose', 'mongodb'],
    doors: ['libs/store/src/**'],
    why: 'Only libs/store knows the database.',
  },
  {
    names: ['axios'],
    doors: ['libs/outbound/src/**', '**/*-client.ts'],
    why: 'Only *-client.ts and libs/outbound speak HTTP outward.',
  },
  {
    names: ['node:child_process'],
    doors: ['**/run-process.ts', 'libs/mongo-engine/src/**'],
    why: 'Only run-process starts programs.',
  },
];
const deepImports = { group: ['@medley/*/*'], message: 'Enter a package by its name.' };
const fence = (files, closed) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [deepImports],
        paths: closed.flatMap(({ names, why }) => names.map((name) => ({ name, message: why }))),
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'coverage/**', '.medley/**'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: false } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
        { selector: 'ExportAllDeclaration', message: 'List the names.' },
        { selector: 'TSEnumDeclaration', message: 'Use a const list and a union.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only kit/load-config reads the environment.',
        },
        {
          selector: "CallExpression[callee.object.name='process'][callee.property.name=/^(exit|on|once)$/]",
          message: 'Only kit/run-service handles signals and exits.',
        },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      complexity: ['error', 14],
    },
  },
  {
    files: [
      'libs/kit/src/run-service.ts',
      'libs/kit/src/load-config.ts',
      // Stands alone, without kit, so that it can be published.
      'libs/client/src/cli.ts',
      'scripts/**',
      'tests/**',
      '**/test/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/test/**/*.ts', 'tests/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  fence(['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'], edges),
  ...edges.map((edge) =>
    fence(
      edge.doors,
      edges.filter((other) => other !== edge),
    ),
  ),
);
