'use strict';

/** A no-op task: a thread that has run it has loaded its module. */
exports.warmUp = () => null;
