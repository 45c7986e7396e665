import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Each external system is accessed from one place. */
const edges = [
  { names: ['amqplib'], allowedIn: ['libs/broker/src/**'], why: 'Only libs/broker speaks AMQP.' },
  {
    names: ['mongoose', 'mongodb'],
    allowedIn: ['libs/store/src/**'],
    why: 'Only libs/store knows the database.',
  },
  {
    names: ['axios'],
    allowedIn: ['libs/outbound/src/**', '**/*-client.ts'],
    why: 'Only *-client.ts and libs/outbound speak HTTP outward.',
  },
  {
    names: ['node:child_process'],
    allowedIn: ['**/run-process.ts', 'libs/embedded-mongo/src/**'],
    why: 'Only run-process starts programs.',
  },
];
const deepImports = {
  group: ['@medley/*/*', '!@medley/testing/*', '!@medley/client/browser'],
  message: 'Enter a package by its name.',
};
const testHarnesses = {
  group: ['@medley/testing', '@medley/testing/*'],
  message: 'Test harnesses are never a dependency of what ships.',
};
/** `../../other-package/test/x`, `../../../tests/x`; `../../src/x` stays within the package. */
const relativeInto = (directories) => ({
  regex: `^(\\.\\./)+((${directories})/|[^./]+/(src|test)(/|$))`,
  message:
    'A relative import stays in its package; enter others by their name, harnesses as @medley/testing.',
});
const otherPackages = relativeInto('libs|services|scripts|tests|deploy');
/** Scripts are no package: suites of scripts can import them by path only. */
const anyPackage = relativeInto('libs|services');
const fence = (files, closed) => ({
  files,
  ignores: ['libs/testing/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [deepImports, testHarnesses, otherPackages],
        paths: closed.flatMap(({ names, why }) => names.map((name) => ({ name, message: why }))),
      },
    ],
  },
});

/** No test depends on the clock of the machine: a busy one would fail it. */
const useInstead =
  'Wait for a condition (until), freeze the clock (withFrozenTimers), assert the order of events, or measure work (cpuTimeOf).';
const noClock = [
  { selector: 'ImportDeclaration[source.value=/^(node:)?timers.promises$/]', message: useInstead },
  { selector: "CallExpression[callee.name='setTimeout']", message: useInstead },
  { selector: "CallExpression[callee.property.name='hrtime']", message: useInstead },
  {
    selector: "CallExpression[callee.object.name='performance'][callee.property.name='now']",
    message: useInstead,
  },
  {
    selector:
      "CallExpression[callee.name='expect'] CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: useInstead,
  },
];

/** Rules on types, beyond or milder than the strict sets have them. */
const typedRules = {
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/require-await': 'error',
  // In tests `void` is enough: Jest fails a test on a rejection that nothing handles.
  '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
  '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
  '@typescript-eslint/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
  ],
  // An empty text and a zero are often meant to take the default as well.
  '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: true }],
  // What was caught, and the reason of an abort, are passed on as they are.
  '@typescript-eslint/only-throw-error': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
  '@typescript-eslint/prefer-promise-reject-errors': [
    'error',
    { allowThrowingAny: true, allowThrowingUnknown: true },
  ],
  '@typescript-eslint/prefer-string-starts-ends-with': ['error', { allowSingleElementEquality: 'always' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
};

const off = (...names) => Object.fromEntries(names.map((name) => [`@typescript-eslint/${name}`, 'off']));
const leftOff = {
  // A handler returns nothing or a word.
  ...off('no-invalid-void-type'),
  // It asks for `!`, which is forbidden.
  ...off('non-nullable-type-assertion-style'),
  // We write no `any`; those of Jest's matchers and of Joi are checked where they are used.
  ...off('no-unsafe-assignment', 'no-unsafe-argument', 'no-unsafe-call'),
  ...off('no-unsafe-member-access', 'no-unsafe-return'),
  // There are no enums; Mongoose takes literals where its types name classes.
  ...off('no-unsafe-enum-assignment', 'no-unsafe-enum-comparison', 'no-unsafe-class-instance-assignment'),
  // Interfaces here are closures, made to be taken apart; the few classes keep their state in #fields.
  ...off('unbound-method'),
  // Texts are taken apart by code points on purpose.
  ...off('no-misused-spread'),
  // Narrowing sees neither what changes during an await nor what callers and files really send.
  ...off('no-unnecessary-condition', 'no-base-to-string'),
  // Matters of taste, and a rule as slow as all others together.
  ...off('prefer-optional-chain', 'no-unnecessary-type-parameters', 'no-deprecated'),
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'coverage/**', '.medley/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      ...typedRules,
      ...leftOff,
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
      'no-useless-escape': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    extends: [regexp.configs.recommended],
    settings: { regexp: { allowedCharacterRanges: ['alphanumeric', 'а-я', 'А-Я', 'à-ÿ', '\t-\r'] } },
    rules: {
      'regexp/no-super-linear-move': 'error',
      // Some patterns are published as JSON Schema, where flags are lost; lists of letters stay lists.
      'regexp/use-ignore-case': 'off',
      'regexp/prefer-w': 'off',
      'regexp/prefer-range': 'off',
      // Control characters are what some patterns look for.
      'no-control-regex': 'off',
      'prefer-regex-literals': 'off',
    },
  },
  {
    // Parts of patterns are judged alone here, and joined by the code; `npm run check` times what is built of them.
    files: ['libs/depersonalize/**/*.ts'],
    rules: {
      'no-misleading-character-class': 'off',
      'regexp/no-dupe-disjunctions': 'off',
      'regexp/no-useless-assertions': 'off',
      'regexp/no-useless-non-capturing-group': 'off',
      'regexp/prefer-character-class': 'off',
    },
  },
  {
    // Rules on names are next: the issue on depersonalization turns them into data or drops them.
    files: ['libs/depersonalize/src/entities/person/rules/**/*.ts', 'libs/depersonalize/test/**/*.ts'],
    rules: {
      'regexp/negation': 'off',
      'regexp/no-contradiction-with-assertion': 'off',
      'regexp/no-dupe-characters-character-class': 'off',
      'regexp/no-obscure-range': 'off',
      'regexp/no-unused-capturing-group': 'off',
      'regexp/no-useless-character-class': 'off',
      'regexp/no-useless-lazy': 'off',
      'regexp/optimal-lookaround-quantifier': 'off',
      'regexp/optimal-quantifier-concatenation': 'off',
      'regexp/prefer-d': 'off',
    },
  },
  {
    // Tests read texts of their own.
    files: ['tests/**/*.ts', '**/test/**/*.ts'],
    rules: { 'regexp/no-super-linear-move': 'off' },
  },
  {
    // Its patterns are slow on purpose.
    files: ['tests/**/check-regexes.slow.test.ts'],
    rules: Object.fromEntries(Object.keys(regexp.configs.recommended.rules).map((name) => [name, 'off'])),
  },
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    // prettier breaks code but neither comments nor strings.
    rules: { 'max-len': ['error', { code: 140, tabWidth: 2, ignoreUrls: true }] },
  },
  {
    // Patterns of forms and texts of tests; lists of words are data.
    files: ['libs/depersonalize/**/*.ts'],
    rules: {
      'max-len': [
        'error',
        {
          code: 140,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
    },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    ignores: ['libs/testing/**'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }] },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
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
      'libs/testing/**',
      'scripts/**',
      'tests/**',
      '**/test/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/test/**/*.ts', 'tests/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noClock] },
  },
  {
    files: ['**/test/**/*.ts', 'tests/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['libs/*/test/**/*.ts', 'services/*/test/**/*.ts', 'libs/testing/src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [deepImports, otherPackages] }] },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [deepImports, anyPackage] }] },
  },
  {
    files: ['services/console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A handler of a page cannot wait; failures of queries and mutations are shown by their state.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
    },
  },
  fence(['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}'], edges),
  ...edges.map((edge) =>
    fence(
      edge.allowedIn,
      edges.filter((other) => other !== edge),
    ),
  ),
);
