const { processSettings, runService } = require('@medley/kit');
const Joi = require('joi');

/** A service with a promise that nobody looks at. */
runService({
  name: 'rejecting',
  schema: Joi.object(processSettings),
  start: () => {
    setImmediate(() => Promise.reject(new Error('nobody looks at this')));
    return Promise.resolve();
  },
});
