/** Starts Swagger UI; a separate file, because the content security policy forbids inline scripts. */
export const pageScript = `'use strict';

const reference = document.getElementById('reference');
SwaggerUIBundle({
  domNode: reference,
  url: reference.dataset.document,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  filter: true,
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
